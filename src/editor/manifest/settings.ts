import * as vscode from "vscode";
import type { CoreMode } from "../../core/core.ts";
import { settingKeys, settingSection } from "./settingKeys.ts";

const coreModes: readonly CoreMode[] = ["sandbox", "managed", "external"];
const maxTimeoutSeconds = 3600;

/** The core to use. A value the manifest does not know counts as the sandbox, which reaches nobody. */
export function coreMode(): CoreMode {
  const value = read(settingKeys.coreMode);
  return coreModes.find((mode) => mode === value) ?? "sandbox";
}

/** Keeps the choice for the workspace, or for the user when no folder is open. */
export async function setCoreMode(mode: CoreMode): Promise<void> {
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration(settingSection).update(settingKeys.coreMode, mode, target);
}

/** The WebSocket address of an external core, as written: not checked. */
export function coreEndpoint(): string {
  return readText(settingKeys.coreEndpoint);
}

/** The `simplex-chat` program, or undefined for the first one on the path. */
export function coreBinary(): string | undefined {
  return readText(settingKeys.coreBinary) || undefined;
}

/** How long a request without `@timeout` waits: at most an hour, 30 s when the setting is unusable. */
export function defaultTimeoutMs(scope: vscode.Uri): number {
  const seconds = read(settingKeys.timeout, scope);
  const isUsable = typeof seconds === "number" && seconds > 0;
  return Math.min(isUsable ? seconds : 30, maxTimeoutSeconds) * 1000;
}

/** The environment's name, or undefined for none. */
export function defaultEnvironment(scope?: vscode.Uri): string | undefined {
  return readText(settingKeys.environment, scope) || undefined;
}

/** True unless the setting says no. */
export function areCodeLensesEnabled(scope: vscode.ConfigurationScope): boolean {
  return read(settingKeys.codeLensEnabled, scope) !== false;
}

/** Tells of a change of one of the settings. */
export function onDidChangeSetting(
  keys: readonly (typeof settingKeys)[keyof typeof settingKeys][],
  listener: () => void,
): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (keys.some((key) => change.affectsConfiguration(`${settingSection}.${key}`))) listener();
  });
}

function read(key: string, scope?: vscode.ConfigurationScope): unknown {
  return vscode.workspace.getConfiguration(settingSection, scope).get(key);
}

function readText(key: string, scope?: vscode.ConfigurationScope): string {
  const value = read(key, scope);
  return typeof value === "string" ? value.trim() : "";
}
