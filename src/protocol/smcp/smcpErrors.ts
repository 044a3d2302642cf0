import type { ErrorExplanation } from "../json-rpc/errorExplanation.ts";

type Row = readonly [name: string, meaning: string, nextStep: string];

const rows: Readonly<Record<number, Row>> = {
  400: ["Bad request", "The server could not read the request.", "Compare the payload with the event's members."],
  401: [
    "Unauthorized",
    "The server did not accept the credentials.",
    "Check the connection's auth object and headers.",
  ],
  403: ["Forbidden", "The server does not let this agent do that.", "Ask the server's operator."],
  404: [
    "Not found",
    "What the request names does not exist.",
    "List the room and the tools, and take the names from there.",
  ],
  408: ["Timed out", "The computer did not answer in time.", "Try again, with a longer timeout."],
  500: ["Internal error", "The server failed.", "Try again; if it fails again, tell the server's operator."],
  4001: ["Tool not found", "The computer has no tool of this name.", "Take the name from `client:get_tools`."],
  4002: ["Tool disabled", "The tool is switched off on the computer.", "Ask the computer's owner to enable it."],
  4003: ["Tool failed", "The tool started and failed.", "Read the message; the arguments may be wrong."],
  4004: ["Tool timed out", "The tool took longer than the call's timeout.", "Raise `timeout`, in seconds."],
  4005: ["Confirmation wanted", "Somebody at the computer must allow the call.", "Ask them, then call again."],
  4006: ["Authorization required", "The tool needs to be signed in.", "Sign in as `auth_hint` says, then call again."],
  4007: ["Authorization failed", "Signing in for the tool failed.", "Check the tool's credentials on the computer."],
  4008: [
    "Incompatible version",
    "Server and client speak different versions.",
    "Choose a version the server supports.",
  ],
  4014: ["Server unknown", "The computer has no MCP server of this bundle id.", "Take it from `client:get_config`."],
  4015: ["Capability missing", "The MCP server does not have this capability.", "Use another server of the computer."],
  4016: ["Skill not found", "The computer has no such skill.", "Take the name from `client:get_skills`."],
  4017: ["Skill file not readable", "The file is not part of the skill or cannot be read.", "Check `rel_path`."],
  4018: ["Blob not found", "The blob is unknown or has expired.", "Read the skill again for a new handle."],
  4019: ["Blob refused", "The computer did not take the blob.", "Send less, or in the order of the offsets."],
  4101: [
    "Office full",
    "The office has its agent or its computer already.",
    "Wait for it to leave, or join another office.",
  ],
  4102: [
    "Office reserved",
    "The seat is kept for another connection.",
    "A silent disconnect keeps it up to 45 seconds: wait.",
  ],
  4103: ["Not in an office", "The request needs an office and none was joined.", "Join an office first."],
  4104: ["Other office", "The computer is in another office.", "Join its office, or call a computer of yours."],
  4105: ["Name taken", "Somebody in the office has this name.", "Join under another name."],
  4106: ["Already elsewhere", "The agent is in another office already.", "Leave that office first."],
};

/** Explains an error code of A2C-SMCP; undefined for a code the protocol does not define. */
export function explainSmcpCode(code: number): ErrorExplanation | undefined {
  const row = rows[code];
  if (!row) return undefined;
  const [name, meaning, nextStep] = row;
  return { name, meaning, likelyCause: meaning, nextStep };
}

/** What silence can mean: before version 0.5 many refusals are never acknowledged. */
export const smcpSilence =
  "No acknowledgement came. Before version 0.5 a server stays silent when agent and computer are not in the same office, or when no computer has this name.";
