import * as vscode from "vscode";
import type { OfficeSeat } from "../../transport/neighbourServices.ts";

/** Offices whose seat the user gave to this window: asked once, and not again at each request. */
const agreed = new Set<string>();

/** Asks before an office is joined: it has one seat for an agent, and whoever works there is kept out meanwhile. */
export async function confirmJoin({ officeId, agent, server }: OfficeSeat): Promise<boolean> {
  const seat = JSON.stringify([server, officeId, agent]);
  if (agreed.has(seat)) return true;
  const join = vscode.l10n.t("Join");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("Join the office “{0}” at {1} as its agent “{2}”?", officeId, server, agent),
    {
      modal: true,
      detail: vscode.l10n.t(
        "An office has one seat for an agent. Each request of this window takes it while it lasts, and leaves it afterwards.",
      ),
    },
    join,
  );
  if (answer !== join) return false;
  agreed.add(seat);
  return true;
}
