import { type JsonMember, type JsonObjectNode, memberOf } from "../json/jsonNode.ts";
import { nearestName } from "../text/nearestName.ts";

/** The member that stands for `name` but for a slip of the pen, where the object lacks `name`; `known` are all its names. */
export function slipOf(object: JsonObjectNode, name: string, known: readonly string[]): JsonMember | undefined {
  const absent = known.filter((one) => !memberOf(object, one));
  return object.members.find(
    ({ key }) => !known.includes(key.value) && !key.hasPlaceholder && nearestName(key.value, absent) === name,
  );
}
