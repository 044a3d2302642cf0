import { describePath } from "../../../protocol/binding/describePath.ts";
import type { DescribedPlace } from "../../../protocol/json-schema/describedPlace.ts";
import type { JsonPath } from "../../../protocol/json-schema/validateNode.ts";
import { describeSmcpPath } from "../../../protocol/smcp/describeSmcp.ts";

/** What may stand at a path of a message, whose `protocol` is that of its place: a bound one, or `smcp`. */
export function describeMessage(
  protocol: string,
  method: string | undefined,
  path: JsonPath,
): DescribedPlace | undefined {
  return protocol === "smcp" ? describeSmcpPath(method, path) : describePath(protocol, method, path);
}
