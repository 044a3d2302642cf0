import type { AddressRecord, Sourced } from "../discovery/addressRecord.ts";
import type { ClaimedProtocol, Source } from "../discovery/claim.ts";
import type { Paint } from "./paint.ts";
import { visibleText } from "./visibleText.ts";

/** One address for people: a line a value, with where it comes from; then what contradicts it and what is invalid. */
export function addressText(record: AddressRecord, paint: Paint): string {
  const isContact = (record.type?.value ?? "contact") === "contact";
  const lines = [
    paint("bold", visibleText(record.title?.value ?? "Untitled address")),
    `  ${visibleText(record.link)}`,
    line("type", record.type, (type) => type, paint),
    ...(isContact ? [line("business", record.isBusiness, (isBusiness) => (isBusiness ? "yes" : "no"), paint)] : []),
    line(isContact ? "serves" : "audience", record.peers, (peers) => peers.join(", "), paint),
    ...(record.type?.value === "channel"
      ? [line("updated", record.changeFrequency, (frequency) => frequency, paint)]
      : []),
    line("protocols", record.protocols, protocolsText, paint),
    ...record.contradictions.map(({ message }) => `  ${paint("yellow", "contradiction")}  ${visibleText(message)}`),
    ...record.problems.map(
      ({ severity, code, message }) =>
        `  ${paint(severity === "error" ? "red" : "yellow", severity)}  ${visibleText(message)} (${code})`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function line<Value>(
  label: string,
  sourced: Sourced<Value> | undefined,
  write: (value: Value) => string,
  paint: Paint,
): string {
  const value = sourced
    ? `${visibleText(write(sourced.value))}  ${paint("dim", sourceText(sourced.source))}`
    : paint("dim", "unknown");
  return `  ${label.padEnd(11)}${value}`;
}

function protocolsText(protocols: readonly ClaimedProtocol[]): string {
  if (protocols.length === 0) return "none";
  return protocols
    .map(({ name, versions, transports }) => {
      const over = (["chat", "rpc"] as const).filter((transport) => transports?.[transport]);
      return [name, versions?.join(", "), transports && `over ${over.join(" and ") || "no transport"}`]
        .filter(Boolean)
        .join(" ");
    })
    .join("; ");
}

function sourceText({ kind, where, line: number }: Source): string {
  switch (kind) {
    case "link-data":
      return "link data";
    case "stored-profile":
      return "as the core stored it";
    case "given":
      return "as given";
    default:
      return visibleText(number === undefined ? where : `${where}:${number}`);
  }
}
