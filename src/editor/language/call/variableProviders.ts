import * as vscode from "vscode";
import { capturedNamesOf } from "../../../protocol/call/capturedNames.ts";
import { isVariableName } from "../../../protocol/call/parse/variableExpression.ts";
import { rangesOverlap } from "../../../protocol/problem.ts";
import { captureFileName } from "../../../runner/expectations/captures.ts";
import { targetsAt } from "./callLanguageProviders.ts";
import { type SharedOccurrence, type SharedVariable, sharedOccurrences, sharedVariableAt } from "./sharedCaptures.ts";
import { definitionsOf, variableOccurrences } from "./variableOccurrences.ts";
import { callFileIn, type WorkspaceCallFile, type WorkspaceCallFiles } from "./workspaceCallFiles.ts";

type Occurrence = SharedOccurrence<WorkspaceCallFile>;

/** A variable at a place of a document, among all files that may capture or use it. */
interface FoundVariable extends SharedVariable<WorkspaceCallFile> {
  readonly files: readonly WorkspaceCallFile[];
}

/** Where a variable gets its value: in its own file or, for `{{file.name}}`, where that file captures it. */
export function definitionProvider(workspace: WorkspaceCallFiles): vscode.DefinitionProvider {
  return {
    provideDefinition: async (document, position) => {
      const found = await variableAt(workspace, document, position);
      if (found) {
        return occurrencesOf(found)
          .filter(({ role }) => role !== "use")
          .map(locationOf);
      }
      return targetsAt(document, position)
        .filter(({ role }) => role === "definition")
        .map((span) => locationOf({ ...span, in: callFileIn(document) }));
    },
  };
}

/** Every place of a variable, in all files of the workspace that use it. */
export function referenceProvider(workspace: WorkspaceCallFiles): vscode.ReferenceProvider {
  return {
    provideReferences: async (document, position, { includeDeclaration }) => {
      const found = await variableAt(workspace, document, position);
      const same: readonly Pick<Occurrence, "in" | "offset" | "length" | "role">[] = found
        ? occurrencesOf(found)
        : targetsAt(document, position).map((span) => ({ ...span, in: callFileIn(document) }));
      return same.filter(({ role }) => includeDeclaration || role === "use").map(locationOf);
    },
  };
}

/** Renames a variable in every file that uses it, by one edit: all of it is made, or nothing. */
export function renameProvider(workspace: WorkspaceCallFiles): vscode.RenameProvider {
  return {
    prepareRename: async (document, position) => {
      const { span, owner } = await renamable(workspace, document, position);
      if (definitionsOf(variableOccurrences(owner.file), span.text).length === 0) {
        const message =
          "“{0}” is not defined in this file, so it cannot be renamed here. Rename it where it is defined.";
        throw new Error(vscode.l10n.t(message, span.text));
      }
      return { range: callFileIn(document).rangeOf(span), placeholder: span.text };
    },
    provideRenameEdits: async (document, position, newName) => {
      const { span, owner, files } = await renamable(workspace, document, position);
      if (!isVariableName(newName)) {
        const message = "“{0}” is no variable name: a letter or _ first, then letters, digits, _ and -.";
        throw new Error(vscode.l10n.t(message, newName));
      }
      if (newName !== span.text && variableOccurrences(owner.file).some(({ text }) => text === newName)) {
        throw new Error(vscode.l10n.t("“{0}” is a variable of this file already. Choose another name.", newName));
      }
      const edit = new vscode.WorkspaceEdit();
      for (const place of placesOf(files, owner, span.text)) {
        edit.replace(place.in.uri, place.in.rangeOf(place), newName);
      }
      return edit;
    },
  };
}

async function variableAt(
  workspace: WorkspaceCallFiles,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<FoundVariable | undefined> {
  const all = await workspace.all();
  const current = all.find(({ path }) => path === document.uri.toString()) ?? callFileIn(document);
  const files = all.includes(current) ? all : [current, ...all];
  const found = sharedVariableAt(files, current, document.offsetAt(position));
  return found && { ...found, files };
}

/** The variable to rename and its one owner, or an error that says why it cannot be renamed here. */
async function renamable(
  workspace: WorkspaceCallFiles,
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<FoundVariable & { readonly owner: WorkspaceCallFile }> {
  const found = await variableAt(workspace, document, position);
  const at = { offset: document.offsetAt(position), length: 0 };
  if (!found || !rangesOverlap(found.span, at)) throw new Error(vscode.l10n.t("Only a variable can be renamed here."));
  const [owner, another] = found.owners;
  if (!owner) {
    throw new Error(
      vscode.l10n.t("No request file of that name captures “{0}”, so it is not renamed.", found.span.text),
    );
  }
  if (another) {
    const message = "Several request files are named “{0}”, so it is not clear whose “{1}” is meant. Rename it there.";
    throw new Error(vscode.l10n.t(message, captureFileName(owner.path), found.span.text));
  }
  return { ...found, owner };
}

function occurrencesOf({ files, owners, span }: FoundVariable): Occurrence[] {
  return owners.flatMap((owner) => placesOf(files, owner, span.text));
}

/** Other files see only what a file captures, not the variables that it defines. */
function placesOf(files: readonly WorkspaceCallFile[], owner: WorkspaceCallFile, name: string): Occurrence[] {
  return sharedOccurrences(capturedNamesOf(owner.file).has(name) ? files : [owner], owner, name);
}

function locationOf(place: Pick<Occurrence, "in" | "offset" | "length">): vscode.Location {
  return new vscode.Location(place.in.uri, place.in.rangeOf(place));
}
