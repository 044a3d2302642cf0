import type { AddressRecord, Sourced } from "./addressRecord.ts";
import type { ClaimedProtocol, Source } from "./claim.ts";

/** The members of an address record that a source may leave unknown. */
const knowable = ["title", "type", "business", "audience", "serves", "changeFrequency", "protocols"] as const;

type Knowable = (typeof knowable)[number];

/**
 * A record as the command line prints it: plain values in the shape of `sandbox --list`, `from` with the source of each,
 * and `unknown` with the members that no source states.
 */
export function addressJson(record: AddressRecord): Readonly<Record<string, unknown>> {
  const values = sourcedValues(record);
  const plain: Record<string, unknown> = {};
  const from: Record<string, Source> = {};
  for (const [name, sourced] of values) {
    plain[name] = sourced.value;
    from[name] = sourced.source;
  }
  return {
    link: record.link,
    ...plain,
    from,
    unknown: knowable.filter((name) => !values.has(name) && isMemberOf(record, name)),
    sources: record.claims.map(({ source }) => source),
    contradictions: record.contradictions,
    problems: record.problems.map(({ code, severity, message, section, source }) => ({
      code,
      severity,
      message,
      rule: section,
      source,
    })),
  };
}

function sourcedValues(record: AddressRecord): ReadonlyMap<Knowable, Sourced<unknown>> {
  const { protocols } = record;
  const candidates: readonly (readonly [Knowable, Sourced<unknown> | undefined])[] = [
    ["title", record.title],
    ["type", record.type],
    ["business", record.isBusiness],
    [isContact(record) ? "serves" : "audience", record.peers],
    ["changeFrequency", record.changeFrequency],
    ["protocols", protocols && { value: declarationsOf(protocols.value), source: protocols.source }],
  ];
  return new Map(candidates.flatMap(([name, sourced]) => (sourced ? [[name, sourced] as const] : [])));
}

/** As in a profile's preferences: by name, with what the source states of each. */
function declarationsOf(protocols: readonly ClaimedProtocol[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    protocols.map(({ name, versions, transports }) => [
      name,
      { ...(versions && { versions }), ...(transports && { transports }) },
    ]),
  );
}

function isContact(record: AddressRecord): boolean {
  return (record.type?.value ?? "contact") === "contact";
}

function isMemberOf(record: AddressRecord, name: Knowable): boolean {
  switch (name) {
    case "serves":
    case "business":
      return isContact(record);
    case "audience":
      return !isContact(record);
    case "changeFrequency":
      return record.type?.value === "channel";
    default:
      return true;
  }
}
