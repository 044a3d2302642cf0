import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import type { Describe, Words } from "./coreErrorWords.ts";
import { quoted, router } from "./quotedErrorText.ts";

/** For tags of a known family without an entry of their own. */
export const families: Readonly<Record<string, Describe>> = {
  BROKER: (error) => ({
    message: `${router(error)} answered in a way the core does not understand.`,
    likelyCause: "The router and the core have different versions, or the router is overloaded.",
    nextStep: "Try again later; update the core.",
  }),
  SMP: (error) => ({
    message: `${router(error)} refused the core's request (${quoted(error["type"])}).`,
    nextStep: "Try again later. If it stays, check the link.",
  }),
  PROXY: {
    message: "The router that forwards the message to the recipient's router failed.",
    likelyCause: "The recipient's router cannot be reached from it.",
    nextStep: "Try again later, or let the core connect directly (--smp-proxy=no).",
  },
  INTERNAL: (error) => internal(error["internalErr"]),
  CRITICAL: (error) => ({
    message: `The core reports a critical failure: ${quoted(error["criticalErr"]) || "no details"}.`,
    nextStep: "Restart the core.",
  }),
  INACTIVE: {
    message: "The core's agent is inactive.",
    likelyCause: "The chat is stopped or suspended.",
    nextStep: "Start the chat again.",
  },
  AGENT: (error) => ({
    message: `The core's agent could not process what the other side sent (${quoted(error["type"])}).`,
    likelyCause: "The two sides have different versions, or one restored an older copy of its database.",
    nextStep: "Try again; update the core if it stays.",
  }),
  CONN: goneConnection,
  CMD: (error) => ({
    message: `The core's agent refused the command (${quoted(error["type"])}), so nothing was done.`,
    likelyCause: "The connection is not in a state for it, or the core has an error.",
    nextStep: "Try again. If it stays, restart the core.",
  }),
  NO_USER: { message: "The core's agent does not know the profile.", nextStep: "Restart the core, then try again." },
  NOTICE: (error) => ({
    message: `The operator of the router ${quoted(error["server"])} refuses new connections on it.`,
    nextStep: "Use another router in the core.",
  }),
  XFTP: files,
  FILE: files,
  NTF: {
    message: "A router for notifications failed. Calls do not depend on it.",
    nextStep: "Try again; turn notifications off in the core if it stays.",
  },
  RCP: linkedDevice,
  errorDatabase: { message: "The core cannot use its database.", nextStep: "Check its database folder and key." },
};

/** For tags that no entry names, by how they are written. The first that fits counts. */
export const kinds: readonly { readonly tags: RegExp; readonly describe: Describe }[] = [
  {
    tags: /^(?:file|sndFile|rcvFile|inlineFile|localFile|invalidFile|noSndFile|noRcvFile|fallbackToSMP)/,
    describe: files,
  },
  { tags: /^remote(?:Host|Ctrl)/, describe: linkedDevice },
  {
    tags: /^(?:invalid|bad|uniqueID|workItem|agentNo)/,
    describe: (error) => internal(error["message"] ?? error["errContext"] ?? error["type"]),
  },
  {
    tags: /NotFound|^no\w+User$/,
    describe: (error) => ({
      message: `The core no longer has what this command was about (${quoted(error["type"])}).`,
      likelyCause: "It was deleted or changed after it was listed.",
      nextStep: "Refresh the list of conversations, then try again.",
    }),
  },
  {
    tags: /^(?:duplicate|userExists|\w+Already|\w+Exists)|AlreadyExists$|AlreadyHidden$|Duplicate/,
    describe: (error) => ({
      message: `The core has that already (${quoted(error["type"])}), so nothing was changed.`,
      nextStep: "Use the one it has.",
    }),
  },
];

/** A connection that was deleted. */
export function goneConnection(): Words {
  return {
    message: "The core no longer has this connection, so nothing was sent.",
    likelyCause: "The conversation was deleted, here or on the other side.",
    nextStep: "Connect to the address again.",
  };
}

function linkedDevice(): Words {
  return {
    message: "The link with another device of this profile failed.",
    nextStep: "Link the device again, or use the core without it.",
  };
}

function files(error: JsonObject): Words {
  return {
    message: `A file could not be transferred (${quoted(error["type"])}). Calls send no files.`,
    likelyCause: "The core transfers a file for another conversation.",
    nextStep: "Look at the file in the app that shares this core.",
  };
}

/** A fault inside the core, with its text. */
export function internal(text: unknown): Words {
  return {
    message: `The core failed inside: ${quoted(text) || "no details"}.`,
    nextStep: "Try again. If it stays, restart the core and report it to its authors.",
  };
}
