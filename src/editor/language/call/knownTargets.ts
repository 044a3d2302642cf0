import type { AddressRecord } from "../../../discovery/addressRecord.ts";
import type { KnownTarget } from "../completion/completionItems.ts";

/** A group of the core and who can be mentioned in it. */
export interface KnownGroup {
  readonly name: string;
  /** Where the group publishes one. */
  readonly link: string | undefined;
  /** Names as the group shows them. */
  readonly members: readonly string[];
}

/** Addresses, and the groups of the core that no address is known of, which are called by their name. */
export function knownTargets(records: readonly AddressRecord[], groups: readonly KnownGroup[]): KnownTarget[] {
  const byLink = new Map(records.map((record) => [record.link, record]));
  const named = new Map(groups.map((group) => [group.name, group]));
  const addresses = [...byLink.values()].map(({ link, title, protocols }) => {
    const group = groups.find((known) => known.link === link) ?? named.get(title?.value ?? "");
    if (group) named.delete(group.name);
    return {
      link,
      title: title?.value ?? link,
      protocols: protocols?.value.map(({ name }) => name) ?? [],
      members: group?.members ?? [],
    };
  });
  const others = [...named.values()].filter(({ name }) => !/[\r\n]|\{\{/.test(name));
  return [...addresses, ...others.map(({ name, members }) => groupTarget(name, members))];
}

function groupTarget(name: string, members: readonly string[]): KnownTarget {
  return { link: `#${name}`, title: name, protocols: [], members };
}
