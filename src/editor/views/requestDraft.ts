import type { AddressRecord } from "../../discovery/addressRecord.ts";
import type { ClaimedProtocol } from "../../discovery/claim.ts";
import { isBoundProtocol } from "../../protocol/binding/methods.ts";
import { requestBody } from "../../protocol/binding/requestSkeleton.ts";
import { requestHead } from "../../runner/edit/requestHead.ts";

/** What a first request to a protocol asks. */
const firstMethods = { mcp: "tools/list", a2a: "SendMessage" } as const;

/** The text of a new request to an address, over the first protocol and transport that it declares. */
export function requestDraft(record: AddressRecord | undefined): string {
  if (!record) return "### \n# @to ";
  const protocol = record.protocols?.value.find(({ name }) => isBoundProtocol(name));
  const name = protocol && isBoundProtocol(protocol.name) ? protocol.name : "mcp";
  const method = firstMethods[name];
  const body = requestBody(name, method, transportOf(protocol)) ?? "";
  const title = record.title ? `${method}: ${record.title.value}` : method;
  return `${requestHead(title, record.link)}\n${body}\n`;
}

function transportOf(protocol: ClaimedProtocol | undefined): "chat" | "rpc" {
  const transports = protocol?.transports;
  return transports?.rpc && !transports.chat ? "rpc" : "chat";
}
