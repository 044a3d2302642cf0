import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { shorten } from "../../protocol/text/shorten.ts";
import { asString } from "../records/jsonShape.ts";
import { withoutSecrets } from "../withoutSecrets.ts";

/** Longest text of the core that is repeated in a message, in UTF-16 units. */
const maxQuotedLength = 300;

/** A text that the core put into its error, short and without secrets. */
export function quoted(value: unknown): string {
  return shorten(withoutSecrets(asString(value) ?? "").trim(), maxQuotedLength);
}

/** Of two routers on the way, the one that a message or a question was for. */
export function router(error: JsonObject): string {
  const address = quoted(error["relayServer"] ?? error["brokerAddress"] ?? error["serverAddress"]);
  const host = /@([^/,:]+)/.exec(address)?.[1] ?? address;
  return host === "" ? "The router" : `The router ${host}`;
}
