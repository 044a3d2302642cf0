import type { Exported, ExportedCall } from "./exportedCall.ts";
import { type Piece, textWithPlaceholders } from "./piece.ts";

/** The core's own commands, for its terminal: one command a line, the JSON in it on the same line and without shell quotes. */
export function coreCommands(call: ExportedCall): Exported {
  const notes = [
    "Each line is one command for the terminal of simplex-chat, or the cmd of its WebSocket. JSON in it needs no quotes around it; a shell would need the whole command in single quotes.",
    ...(isMasked(call) ? ["Put the secrets in the place of {{…}}: an export never holds them."] : []),
  ];
  if (call.transport === "rpc") {
    const sign = call.signKey === undefined ? "" : ` sign_key=${textWithPlaceholders(call.signKey)}`;
    const command = `/_service_request 1 ${call.target} timeout=${call.timeoutSeconds}${sign} ${textWithPlaceholders(call.text)}`;
    return { text: `${command}\n`, notes: ["1 is the number of the user, which /u shows.", ...notes] };
  }
  const place = call.isGroup ? "#<groupId>" : "@<contactId>";
  const lookUp =
    call.targetKind === "link" ? `/_connect plan 1 ${call.target}` : `/_${call.isGroup ? "groups" : "contacts"} 1`;
  const mentions = call.mention === undefined ? "{}" : `{${JSON.stringify(call.mention)}:<groupMemberId>}`;
  const text = jsonString(call.text);
  return {
    text: `${lookUp}\n/_send ${place} json [{"msgContent":{"type":"text","text":${text}},"mentions":${mentions}}]\n`,
    notes: [
      `The first command shows the number to put in the place of ${place.slice(1)}. Connect first if there is no conversation yet.`,
      ...(call.mention === undefined ? [] : ["/_members #<groupId> shows the number of the member."]),
      ...notes,
    ],
  };
}

function isMasked({ text, signKey }: ExportedCall): boolean {
  return [...text, ...(signKey ?? [])].some(({ kind }) => kind !== "text" && kind !== "uuid");
}

/** The text as a JSON string: the command is text inside a message, which is JSON itself. */
function jsonString(pieces: readonly Piece[]): string {
  return JSON.stringify(textWithPlaceholders(pieces));
}
