import { randomInt, randomUUID } from "node:crypto";
import * as vscode from "vscode";
import type { CheckContext } from "../../protocol/check.ts";
import { type CaptureStore, createCaptureStore } from "../../runner/expectations/captures.ts";
import { knownSecrets } from "../../runner/values/knownSecrets.ts";
import { createRedactor } from "../../runner/values/redactor.ts";
import {
  type BuiltIns,
  type OuterScopes,
  resolveVariable,
  type VariableSource,
} from "../../runner/values/variables.ts";
import { callFileOf } from "../language/call/callFiles.ts";
import { callLanguage } from "../language/callLanguage.ts";
import { codeSpan } from "../markdownText.ts";
import type { StoredSecrets } from "./storedSecrets.ts";
import type { WorkspaceEnvironments } from "./workspaceEnvironments.ts";

/** What the variables of a request file mean in this window. */
export class EditorVariables {
  /** Values taken from replies in this window, kept in memory only. */
  readonly captures: CaptureStore = createCaptureStore();
  /** The stored secrets that this window has sent, which later replies may repeat. In memory only. */
  readonly sentSecrets = new Set<string>();
  readonly #environments: WorkspaceEnvironments;
  readonly #secrets: StoredSecrets;

  constructor(environments: WorkspaceEnvironments, secrets: StoredSecrets) {
    this.#environments = environments;
    this.#secrets = secrets;
  }

  async scopesFor(requestFile: vscode.Uri): Promise<OuterScopes> {
    const chosen = await this.#environments.valuesFor(requestFile);
    return {
      captured: this.captures.of(requestFile.toString()),
      capturedIn: (file, name) => this.captures.named(file, name, requestFile.toString()),
      environment: chosen.shared,
      privateEnvironment: chosen.private,
    };
  }

  /** Forgets every value that replies have given in this window. */
  forgetCaptures(): void {
    this.captures.clear();
    vscode.window.setStatusBarMessage(vscode.l10n.t("The captured values are forgotten."), 5_000);
  }

  builtInsFor(requestFile: vscode.Uri): BuiltIns {
    return {
      uuid: randomUUID,
      now: Date.now,
      randomInt: (minimum, maximum) => randomInt(minimum, maximum + 1),
      environmentVariable: (name) => process.env[name],
      secret: (name) => this.#secrets.get(name, this.#environments.chosenName(requestFile)),
    };
  }

  /** Why an environment file cannot be used, in sentences without values. */
  async failuresFor(requestFile: vscode.Uri): Promise<readonly string[]> {
    return (await this.#environments.valuesFor(requestFile)).failures;
  }

  /** The variables that completion offers beside the file's own. */
  async known(requestFile: vscode.Uri): Promise<readonly { readonly name: string; readonly detail: string }[]> {
    const { environment, privateEnvironment } = await this.scopesFor(requestFile);
    return [environment, privateEnvironment].flatMap((values) =>
      [...(values?.values.keys() ?? [])].map((name) => ({
        name,
        detail: vscode.l10n.t("environment {0}", values?.name ?? ""),
      })),
    );
  }

  /** The names that environments define, for the check of a request file. Elsewhere they mean nothing. */
  async checkContext(document: vscode.TextDocument): Promise<CheckContext> {
    if (document.languageId !== callLanguage) return {};
    const { environment, privateEnvironment } = await this.scopesFor(document.uri);
    return {
      environmentNames: new Set([...(environment?.values.keys() ?? []), ...(privateEnvironment?.values.keys() ?? [])]),
    };
  }

  secretNames(): readonly string[] {
    return this.#secrets.names();
  }

  /** The value and its source in Markdown. Secrets and environment variables are never shown. */
  async describe(document: vscode.TextDocument, expression: string): Promise<string> {
    const scopes = { ...(await this.scopesFor(document.uri)), definitions: callFileOf(document).variables };
    const resolution = await resolveVariable(expression, scopes, this.builtInsFor(document.uri));
    if (resolution.kind === "unknown") return vscode.l10n.t("**{0}** has no value here.", codeSpan(resolution.name));
    if (resolution.kind === "cycle") return vscode.l10n.t("**{0}** needs itself.", codeSpan(resolution.name));
    const { source, text, secrets } = resolution.value;
    const isHidden = secrets.length > 0 || source.kind === "environment-variable";
    const shown = source.kind === "captured" ? await this.#withoutSecrets(text, scopes, document.uri) : text;
    const value = isHidden ? vscode.l10n.t("(a value that is not shown)") : codeSpan(shown);
    return `${codeSpan(expression)} = ${value}\n\n${sourceText(source)}`;
  }

  /** A captured value may repeat a secret that was sent. */
  async #withoutSecrets(text: string, scopes: OuterScopes, requestFile: vscode.Uri): Promise<string> {
    const secrets = await knownSecrets(this.secretNames(), scopes, this.builtInsFor(requestFile));
    return createRedactor(secrets).text(text);
  }
}

function sourceText(source: VariableSource): string {
  switch (source.kind) {
    case "captured":
      return source.file === undefined
        ? vscode.l10n.t("Captured from a reply.")
        : vscode.l10n.t("Captured from a reply in {0}.", codeSpan(source.file));
    case "file":
      return vscode.l10n.t("From this file.");
    case "environment":
      return vscode.l10n.t("From the environment {0}.", codeSpan(source.environment));
    case "private-environment":
      return vscode.l10n.t("From the private environment {0}.", codeSpan(source.environment));
    case "built-in":
      return vscode.l10n.t("Made anew at each sending; this is an example.");
    case "environment-variable":
      return vscode.l10n.t("From an environment variable of the editor's process.");
    case "secret":
      return vscode.l10n.t("From the editor's secret storage.");
  }
}
