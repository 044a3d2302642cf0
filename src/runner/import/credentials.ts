import { isCredentialName } from "../../protocol/a2a/serviceParameters.ts";
import { type JsonNode, plainValue } from "../../protocol/json/jsonNode.ts";
import type { TextEdit } from "../../protocol/problem.ts";
import { variableName } from "./importedFile.ts";

/** What stands for a credential in a request file: a name in the secret storage, or of an environment variable. */
export function secretPlaceholder(name: string): string {
  return `{{$secret ${variableName(name).replaceAll("-", "_").toLowerCase()}}}`;
}

/** True for a name of a header, a variable or a member whose value is most likely a credential. */
export function namesCredential(name: string): boolean {
  if (/^(progress|(next[-_]?)?page|continuation|cancel)[-_]?token$/i.test(name)) return false;
  return isCredentialName(name) || /(token|secret|passwo?r?d|api[-_]?key|credentials?)$/i.test(name);
}

/** True for a value that has the form of a credential, whatever its name. */
export function looksLikeCredential(value: string): boolean {
  return (
    /^(bearer|basic|token)\s+\S+/i.test(value) ||
    /\beyJ[\w-]{5,}\.[\w-]{5,}/.test(value) ||
    /\b(sk|pk|rk|ghp|gho|ghs|ghu|github_pat|xox[abprs]|glpat|AKIA|AIza)[-_A-Za-z0-9]{12,}/.test(value)
  );
}

/** A credential header's value without the credential; its scheme and a variable in its place stay. */
export function headerWithoutCredential(name: string, value: string): string {
  const [, scheme = "", rest = ""] = /^([A-Za-z][\w-]*\s+)?(.*)$/s.exec(value.trim()) ?? [];
  if (/^\{\{[^{}]+\}\}$/.test(rest)) return `${scheme}${rest}`;
  const hasScheme = /^(bearer|basic|digest|token|apikey|negotiate)\s+$/i.test(scheme);
  return `${hasScheme ? scheme : ""}${secretPlaceholder(name)}`;
}

/** The edits that put placeholders in the place of credentials in a message. Variables stay. */
export function credentialEdits(node: JsonNode, name = "token"): TextEdit[] {
  switch (node.kind) {
    case "object":
      return node.members.flatMap((member) => (member.value ? credentialEdits(member.value, member.key.value) : []));
    case "array":
      return node.items.flatMap((item) => credentialEdits(item, name));
    case "string": {
      const isCredential = namesCredential(name) ? node.value !== "" : looksLikeCredential(node.value);
      if (!isCredential || node.hasPlaceholder) return [];
      return [{ range: node.range, newText: JSON.stringify(secretPlaceholder(name)) }];
    }
    case "number":
      return namesCredential(name) && String(plainValue(node)).length > 3
        ? [{ range: node.range, newText: secretPlaceholder(name) }]
        : [];
    default:
      return [];
  }
}

/** An address as it may be shown: without user, password, query and fragment, any of which may be a credential. */
export function shownUrl(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/^([A-Za-z][A-Za-z0-9+.-]*:\/\/)[^/@]*@/, "$1");
}
