import { defineRules } from "../rule.ts";

/** Rules of SimpleX links and names, as the core parses them. */
export const linkRules = defineRules({
  "link/not-simplex": {
    severity: "error",
    section: "agent-protocols#addresses-in-llmstxt",
    summary: "The text is neither a SimpleX link nor a SimpleX name.",
    message:
      "This is no SimpleX link or name. A link looks like https://smp12.simplex.im/a#… and a name like #acme or @shop.acme.simplex.",
  },
  "link/hidden-character": {
    severity: "error",
    section: "simplex-links#text",
    summary: "An invisible or text-direction character stands in a link.",
    message: "The invisible character {character} is part of this link, so the link does not work. Remove it.",
    fix: "Removes the character.",
  },
  "link/surrounding-space": {
    severity: "error",
    section: "simplex-links#text",
    summary: "White space stands before or after a link.",
    message: "White space is not part of a link, and a link with it does not parse. Remove it.",
    fix: "Removes the white space.",
  },
  "link/text-after-link": {
    severity: "error",
    section: "simplex-links#short",
    summary: "Text follows a link.",
    message: "The link has ended before this text, and a link with text after it does not parse. Remove the text.",
    fix: "Removes the text.",
  },
  "link/wrong-scheme": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A link's scheme is not https: or simplex: in lower case.",
    message:
      "A SimpleX link begins with https:// or simplex:/ in lower case, and one with {scheme} does not parse. Change it.",
    fix: "Writes the scheme that parses.",
  },
  "link/slashes-after-scheme": {
    severity: "error",
    section: "simplex-links#short",
    summary: "simplex: is not followed by exactly one slash.",
    message:
      "simplex: is followed by exactly one slash. With another number of them the link does not parse; leave one.",
    fix: "Leaves one slash.",
  },
  "link/port-in-authority": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A short link has a port after its host.",
    message: "A short link has its router's port in the parameter p, not after the host. Write ?p={port} at the end.",
    fix: "Moves the port to the parameter p.",
  },
  "link/empty-host": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A link names no host.",
    message: "The host is missing here. Write the domain name of the router that keeps the address.",
  },
  "link/invalid-host": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A router's host has a character it cannot have.",
    message:
      "{host} is no host. A host is a domain name, an IPv4 address, an IPv6 address in brackets or a lower-case .onion name. Copy the whole link again.",
    fix: "Writes an .onion name in lower case.",
  },
  "link/missing-router": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A simplex: link has no parameter h.",
    message:
      "A link that begins with simplex: names its router in the parameter h, and this one has none. Add ?h= and the host.",
  },
  "link/unknown-type": {
    severity: "error",
    section: "simplex-links#short",
    summary: "The letter of a short link names no type of address.",
    message:
      "{letter} is no type of address. The types are a (contact), c (channel), g (group), r (relay) and i (invitation). Copy the whole link again.",
  },
  "link/invitation-letter": {
    severity: "error",
    section: "simplex-links#short",
    summary: "The letter of a one-time invitation is a capital.",
    message: "The letter of an invitation is a lower-case i, and with a capital the link does not parse. Write i.",
    fix: "Writes the letter in lower case.",
  },
  "link/missing-fragment": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A link has no # with the key, or #/? with the queues, after it.",
    message: "{what}, and this link has none. Copy the whole link again.",
  },
  "link/text-before-key": {
    severity: "error",
    section: "simplex-links#short",
    summary: "Something stands between the letter of a short link and the # of its key.",
    message:
      "Nothing but one slash may stand between the letter of a link and the # of its key, so this link does not parse. Remove the text.",
    fix: "Removes the text.",
  },
  "link/missing-key": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A link's key is missing.",
    message: "The key is missing here. It has 43 characters; copy the whole link again.",
  },
  "link/key-alphabet": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A key has a character outside the base64url alphabet.",
    message:
      "{character} is no character of a key. Keys use letters, digits, - and _ (base64url). Copy the whole link again.",
    fix: "Writes + as - and / as _.",
  },
  "link/key-length": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A key does not have 43 characters.",
    message: "This key has {length} characters, and a key of 32 bytes has exactly 43. Copy the whole link again.",
  },
  "link/key-not-canonical": {
    severity: "error",
    section: "simplex-links#short",
    summary: "The last character of a key encodes bits that do not exist.",
    message:
      "A key cannot end in {character}: 32 bytes leave the last two bits zero, so the last character is one of AEIMQUYcgkosw048. The link was changed or cut; copy it again.",
  },
  "link/invalid-link-id": {
    severity: "error",
    section: "simplex-links#short",
    summary: "An invitation has no link id before its key.",
    message: "An invitation has a link id, a slash and a key after the #. Copy the whole link again.",
  },
  "link/query-without-mark": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A link's parameters do not begin with a question mark.",
    message: "The parameters of a link begin with ?, and & only separates them, so this link does not parse. Write ?.",
    fix: "Writes the question mark.",
  },
  "link/invalid-encoding": {
    severity: "error",
    section: "simplex-links#short",
    summary: "A parameter's percent-encoding cannot be decoded.",
    message:
      "The percent-encoding of {parameter} cannot be decoded. Write each encoded byte as % and two hexadecimal digits.",
  },
  "link/invalid-port": {
    severity: "error",
    section: "simplex-links#short",
    summary: "The parameter p is no port.",
    message: "{port} is no port. Write a number from 0 to 65535.",
  },
  "link/invalid-fingerprint": {
    severity: "error",
    section: "simplex-links#short",
    summary: "The parameter c is no certificate fingerprint.",
    message:
      "The fingerprint of a router's certificate has 43 base64url characters, the last one of AEIMQUYcgkosw048, and this is none. Copy the whole link again.",
  },
  "link/router-not-verified": {
    severity: "hint",
    section: "simplex-links#short",
    summary: "A link of a router that clients do not know has no parameter c.",
    message:
      "{host} is no router that clients know, and the link has no certificate fingerprint (c), so the router cannot be verified. Add c, if you know the fingerprint.",
  },
  "link/not-canonical": {
    severity: "hint",
    section: "simplex-links#short",
    summary: "A link is not written as the core writes it.",
    message: "This link works, but the core writes it as {canonical}. One spelling makes addresses easy to compare.",
    fix: "Writes the canonical form.",
  },
  "link/missing-queue": {
    severity: "error",
    section: "simplex-links#full",
    summary: "A full link has no parameter smp.",
    message: "A full link names its queues in the parameter smp, and this one has none. Copy the whole link again.",
  },
  "link/invalid-queue": {
    severity: "error",
    section: "simplex-links#full",
    summary: "A queue address in a full link cannot be read.",
    message:
      "{queue} is no queue address, which looks like smp://<fingerprint>@<host>/<queue id>#/?v=…&dh=…. Copy the whole link again.",
  },
  "link/missing-e2e": {
    severity: "error",
    section: "simplex-links#full",
    summary: "A full invitation link has no parameter e2e.",
    message:
      "An invitation has its encryption keys in the parameter e2e, and this one has none. Copy the whole link again.",
  },
  "link/invalid-link-data": {
    severity: "warning",
    section: "simplex-links#full",
    summary: "The parameter data of a full link is no JSON object.",
    message:
      "The parameter data is no JSON object, so clients cannot tell whether this is a group, and take it for a contact address. Copy the whole link again.",
  },
  "link/name-without-domain": {
    severity: "error",
    section: "simplex-links#names",
    summary: "A contact name has no top-level label.",
    message:
      "A contact name ends in a top-level label, and only channel and group names may leave out .simplex. Write {name}.simplex.",
    fix: "Adds .simplex.",
  },
  "link/invalid-label": {
    severity: "error",
    section: "simplex-links#names",
    summary: "A label of a name has a character or a hyphen it cannot have.",
    message:
      "{label} is no label of a name. A label has ASCII letters and digits with single hyphens between them. Correct the name.",
  },
  "link/label-too-long": {
    severity: "error",
    section: "simplex-links#names",
    summary: "A label of a name is longer than 63 characters.",
    message: "This label has {length} characters, and a label has at most 63, so nobody has this name. Correct it.",
  },
  "link/name-too-long": {
    severity: "error",
    section: "simplex-links#names",
    summary: "A name is longer than 253 characters.",
    message: "This name has {length} characters, and a name has at most 253, so nobody has it. Correct it.",
  },
});
