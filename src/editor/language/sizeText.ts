import * as vscode from "vscode";
import type { RequestSize } from "./requestSize.ts";

/** The size in a few words, such as `1,234 of 15,602 bytes`. */
export function sizeLabel({ bytes, limitBytes, isExact }: RequestSize): string {
  const size = bytes.toLocaleString(vscode.env.language);
  const limit = limitBytes.toLocaleString(vscode.env.language);
  return isExact
    ? vscode.l10n.t("{0} of {1} bytes", size, limit)
    : vscode.l10n.t("about {0} of {1} bytes", size, limit);
}

/** What the size means, in whole sentences. */
export function sizeExplanation(size: RequestSize): string {
  const law =
    size.transport === "chat"
      ? vscode.l10n.t("The encoded message, escapes included, as the core measures it.")
      : vscode.l10n.t(
          "The JSON of the envelope. It should not exceed {0} bytes.",
          size.softLimitBytes.toLocaleString(vscode.env.language),
        );
  const rest = size.limitBytes - size.bytes;
  const room =
    rest >= 0
      ? vscode.l10n.t("{0} bytes are left.", rest.toLocaleString(vscode.env.language))
      : vscode.l10n.t("It is {0} bytes too long and would be refused.", (-rest).toLocaleString(vscode.env.language));
  const open = size.isExact ? "" : vscode.l10n.t("Variables that are filled in at sending are counted as written.");
  return [law, room, open].filter(Boolean).join(" ");
}
