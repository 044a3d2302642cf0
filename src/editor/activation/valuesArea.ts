import * as vscode from "vscode";
import { SigningKeys } from "../keys/signingKeys.ts";
import { EditorVariables } from "../values/editorVariables.ts";
import { StoredSecrets } from "../values/storedSecrets.ts";
import { WorkspaceEnvironments } from "../values/workspaceEnvironments.ts";
import type { Area } from "./area.ts";

export interface ValuesArea extends Area<"values"> {
  readonly environments: WorkspaceEnvironments;
  readonly variables: EditorVariables;
  readonly keys: SigningKeys;
}

/** What requests are filled with: environments, secrets and signing keys. */
export function valuesArea(context: vscode.ExtensionContext): ValuesArea {
  const secrets = new StoredSecrets(context.secrets, context.globalState);
  const keys = new SigningKeys(context.secrets, context.globalState);
  const environments = new WorkspaceEnvironments(context.workspaceState);
  const chosenName = () => environments.chosenName(vscode.window.activeTextEditor?.document.uri);
  const variables = new EditorVariables(environments, secrets);
  return {
    environments,
    keys,
    variables,
    disposables: [environments],
    commands: {
      selectEnvironment: () => environments.select(),
      setSecret: () => secrets.ask(chosenName()),
      deleteSecret: () => secrets.askDelete(chosenName()),
      forgetCaptures: () => variables.forgetCaptures(),
    },
  };
}
