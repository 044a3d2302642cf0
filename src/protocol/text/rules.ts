import { defineRules } from "../rule.ts";

/** Rules of a file's bytes, and of a text as a whole. */
export const textRules = defineRules({
  "text/utf-16": {
    severity: "error",
    section: "rfc3629#3",
    summary: "A file is UTF-16.",
    message:
      "This file is written in UTF-16, and its readers expect UTF-8, so they cannot read it. Save it as UTF-8; it was checked as UTF-16.",
  },
  "text/not-utf-8": {
    severity: "error",
    section: "rfc3629#3",
    summary: "A file's bytes are not UTF-8.",
    message:
      "The bytes here are not UTF-8, so no reader sees what was meant. Save the file as UTF-8; the rest was checked with a mark in their place.",
  },
  "text/further-problems": {
    severity: "information",
    section: "request-files#problems",
    summary: "A text has more problems than are listed.",
    message:
      "This text has {count} problems, and only {limit} of the gravest are listed. Mend these first, and check it again.",
  },
});
