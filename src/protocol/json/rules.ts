import { defineRules } from "../rule.ts";

/** Rules of JSON text itself (RFC 8259; I-JSON, RFC 7493, where two readers would disagree). */
export const jsonRules = defineRules({
  "json/empty": {
    severity: "error",
    section: "rfc8259#2",
    summary: "The text holds no JSON value.",
    message: "There is no JSON value here, so nothing can be read. Write an object, such as {}.",
  },
  "json/byte-order-mark": {
    severity: "information",
    section: "rfc8259#8.1",
    summary: "The text begins with a byte order mark.",
    message: "The text begins with an invisible byte order mark. Some readers refuse it; remove it.",
    fix: "Removes the byte order mark.",
  },
  "json/comment": {
    severity: "error",
    section: "rfc8259#2",
    summary: "A comment stands where only JSON is allowed.",
    message:
      "JSON has no comments, and this text is read as it stands, so a reader will refuse it. Remove the comment.",
    fix: "Removes the comment.",
  },
  "json/unclosed-comment": {
    severity: "error",
    section: "rfc8259#2",
    summary: "A block comment has no end.",
    message: "This comment has no end, so everything after it is lost. Close it with */.",
  },
  "json/value-expected": {
    severity: "error",
    section: "rfc8259#3",
    summary: "A value is missing.",
    message: "A value is missing here. Write an object, an array, a string, a number, true, false or null.",
  },
  "json/unknown-word": {
    severity: "error",
    section: "rfc8259#3",
    summary: "A word is neither a string in double quotes nor true, false or null.",
    message: "{word} is not a JSON value. Put text in double quotes; the only bare words are true, false and null.",
    fix: "Puts the word in double quotes, or corrects its letter case.",
  },
  "json/key-expected": {
    severity: "error",
    section: "rfc8259#4",
    summary: "A member of an object has no name in double quotes.",
    message:
      "A member of an object begins with its name in double quotes, and here it does not. Write the name in double quotes.",
    fix: "Puts the name in double quotes.",
  },
  "json/colon-expected": {
    severity: "error",
    section: "rfc8259#4",
    summary: "No colon stands between a member's name and its value.",
    message: "A colon stands between a member's name and its value, and here it is missing. Write it.",
    fix: "Inserts the colon.",
  },
  "json/comma-expected": {
    severity: "error",
    section: "rfc8259#3",
    summary: "No comma stands between two members or items.",
    message: "A comma separates this from what stands before it, and here it is missing. Write it.",
    fix: "Inserts the comma.",
  },
  "json/extra-comma": {
    severity: "error",
    section: "rfc8259#3",
    summary: "A comma separates nothing, for example after the last member.",
    message: "This comma separates nothing, and JSON readers refuse it. Remove it.",
    fix: "Removes the comma.",
  },
  "json/unclosed": {
    severity: "error",
    section: "rfc8259#3",
    summary: "An object or an array is not closed.",
    message: "This {opener} is never closed. Add the missing {closer}.",
  },
  "json/invisible-character": {
    severity: "error",
    section: "rfc8259#2",
    summary: "An invisible character that is no white space of JSON stands between two tokens.",
    message:
      "The invisible character {character} stands here, and JSON knows only spaces, tabs and line breaks as white space, so readers refuse the text. Remove it or write a space.",
    fix: "Removes the character, or writes a space.",
  },
  "json/unexpected-character": {
    severity: "error",
    section: "rfc8259#2",
    summary: "A bracket, colon or other character stands where none is expected.",
    message: "{character} is not expected here. Remove it, or add what it belongs to.",
  },
  "json/two-roots": {
    severity: "error",
    section: "rfc8259#2",
    summary: "Something follows the JSON value.",
    message: "The JSON value has ended before this, and a text holds exactly one value. Remove what follows.",
  },
  "json/too-deep": {
    severity: "error",
    section: "rfc8259#9",
    summary: "Objects and arrays are nested deeper than the limit.",
    message:
      "The nesting is deeper than {limit} levels, and readers refuse or fail on it. Nothing in this text was checked.",
  },
  "json/unclosed-string": {
    severity: "error",
    section: "rfc8259#7",
    summary: "A string has no closing quote on its line.",
    message: "This string has no closing quote on its line. Add the quote; write a line break inside a string as \\n.",
  },
  "json/control-character": {
    severity: "error",
    section: "rfc8259#7",
    summary: "A control character stands unescaped in a string.",
    message: "The control character {character} must be escaped in a string. Write it as {escape}.",
    fix: "Escapes the character.",
  },
  "json/invalid-escape": {
    severity: "error",
    section: "rfc8259#7",
    summary: "A backslash starts no escape that JSON knows.",
    message:
      'JSON has no escape {escape}. It knows \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits. Double a backslash that is meant as one.',
    fix: "Doubles the backslash.",
  },
  "json/ill-formed-string": {
    severity: "error",
    section: "rfc8259#8.2",
    summary: "A string holds half of a surrogate pair.",
    message:
      "{character} is half of a surrogate pair without its other half, so this is no Unicode text. Readers replace it or refuse the message; write the whole character.",
  },
  "json/duplicate-key": {
    severity: "warning",
    section: "rfc8259#4",
    summary: "A member's name stands twice in one object.",
    message: "{key} stands in this object already. Readers differ on which of the two counts; remove one.",
  },
  "json/invalid-number": {
    severity: "error",
    section: "rfc8259#6",
    summary: "A number is written in a form JSON does not have.",
    message:
      "{number} is not a JSON number. Write digits before and after the point and after the exponent's e, and no zeros in front.",
  },
  "json/number-does-not-survive": {
    severity: "warning",
    section: "rfc8259#6",
    summary: "A number changes when it is read as a double.",
    message:
      "Most readers keep numbers as doubles and read {number} as {value}. Send it as a string if every digit counts.",
    fix: "Puts the number in double quotes.",
  },
  "json/further-problems": {
    severity: "information",
    section: "rfc8259#2",
    summary: "The text has more problems than are listed.",
    message: "This text has more than {limit} problems. The further ones are not listed; mend these first.",
  },
});
