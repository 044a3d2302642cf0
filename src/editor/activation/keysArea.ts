import * as vscode from "vscode";
import { requestAt } from "../../protocol/call/callFile.ts";
import { KeyCommands } from "../keys/keyCommands.ts";
import type { SigningKeys } from "../keys/signingKeys.ts";
import { suggestedKeyName } from "../keys/suggestedKeyName.ts";
import { callFileOf } from "../language/call/callFiles.ts";
import { callLanguage } from "../language/callLanguage.ts";
import type { AddressesView } from "../views/addressesView.ts";
import type { AddressesArea } from "./addressesArea.ts";
import type { Area } from "./area.ts";
import type { FirstUse } from "./firstUse.ts";
import type { ValuesArea } from "./valuesArea.ts";

export interface KeysParts {
  readonly values: FirstUse<ValuesArea>;
  readonly addresses: FirstUse<AddressesArea>;
}

/** The commands of signing keys. */
export async function keysArea({ values, addresses }: KeysParts): Promise<Area<"keys">> {
  const { keys } = await values();
  const commands = new KeyCommands(keys, async () => suggestName(keys, (await addresses()).addresses));
  return {
    disposables: [],
    commands: {
      createSigningKey: () => commands.create(),
      importSigningKey: () => commands.import(),
      renameSigningKey: () => commands.rename(),
      deleteSigningKey: () => commands.delete(),
      copyPublicKey: () => commands.copyPublicKey(),
    },
  };
}

/** A name for a key of the responder that the request at the cursor goes to. */
async function suggestName(keys: SigningKeys, addresses: AddressesView): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== callLanguage) return undefined;
  const request = requestAt(callFileOf(editor.document), editor.document.offsetAt(editor.selection.active));
  if (!request) return undefined;
  const records = await addresses.knownRecords();
  const titleOf = (target: string) => records.find(({ link }) => link === target)?.title?.value;
  return suggestedKeyName(request, titleOf, keys.names());
}
