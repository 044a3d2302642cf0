/** Members that the core's types declare optional (`NotRequired` of the generated types, `Maybe` of the core). */
const optionalMembers: ReadonlySet<string> = new Set([
  "activeConn",
  "businessChat",
  "chatTs",
  "contactDomain",
  "customUserProfileId",
  "formattedText",
  "itemId",
  "localBadge",
  "memberRef",
  "message",
  "peerType",
  "planSimplexName",
  "preferences",
  "preparedContact",
  "preparedGroup",
  "publicGroup",
  "publicGroupData",
  "publicGroupId",
  "quotedItem",
  "serves",
  "protocols",
  "shortDescr",
  "signerKey",
  "commands",
  "groupPreferences",
  "directMessages",
  "history",
  "support",
  "ttl",
  "userCustomProfile",
]);

/** Members whose content is the peer's, not the core's, or the state of a moment. */
const foreignMembers: ReadonlySet<string> = new Set([
  "connStatus",
  "itemStatus",

  "responseData",
  "requestData",
  "protocols",
  "groupRelays",
  "chatTags",
]);

/** Where a record has not the shape of a recorded one: members too many, missing, or of another kind. */
export function shapeDifferences(actual: unknown, recorded: unknown, path = "$"): readonly string[] {
  if (kindOf(actual) !== kindOf(recorded)) return [`${path} is ${kindOf(actual)}, recorded as ${kindOf(recorded)}`];
  if (Array.isArray(actual) && Array.isArray(recorded)) {
    return actual.length === 0 || recorded.length === 0 ? [] : shapeDifferences(actual[0], recorded[0], `${path}[0]`);
  }
  if (!isRecord(actual) || !isRecord(recorded)) {
    const isTag = path.endsWith(".type");
    return isTag && actual !== recorded ? [`${path} is ${String(actual)}, recorded as ${String(recorded)}`] : [];
  }
  const members = new Set([...Object.keys(actual), ...Object.keys(recorded)]);
  return [...members].flatMap((member) => {
    if (foreignMembers.has(member)) return [];
    const place = `${path}.${member}`;
    if (member in actual && member in recorded) return shapeDifferences(actual[member], recorded[member], place);
    if (optionalMembers.has(member)) return [];
    return [member in actual ? `${place} is not in the recorded frame` : `${place} is missing`];
  });
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "an array" : value === null ? "null" : typeof value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
