import type { CallFile } from "../../../protocol/call/callFile.ts";
import { capturedNames, capturedNamesOf } from "../../../protocol/call/capturedNames.ts";
import { type CaptureUse, captureUses } from "../../../protocol/call/captureUses.ts";
import { parseVariableExpression } from "../../../protocol/call/parse/variableExpression.ts";
import { rangesOverlap, type Span } from "../../../protocol/problem.ts";
import { captureFileName, folderOf } from "../../../runner/expectations/captures.ts";
import { occurrenceAt, type VariableOccurrence, variableOccurrences } from "./variableOccurrences.ts";

/** A request file among those that can use each other's captures. */
export interface CapturingFile {
  /** A URI or a path. */
  readonly path: string;
  readonly file: CallFile;
}

/** A variable of one file or, where several files of one name could be meant, of each of them. */
export interface SharedVariable<File extends CapturingFile> {
  /** Where the name stands at the place that was asked about. */
  readonly span: Span;
  readonly owners: readonly File[];
}

/** Where a variable's name stands, in whichever file. */
export interface SharedOccurrence<File extends CapturingFile> extends Pick<VariableOccurrence, keyof Span | "role"> {
  readonly in: File;
}

/** The files that `{{name.…}}` means in the file at `user`: those of its own folder, else every one of that name. */
function filesNamed<File extends CapturingFile>(files: readonly File[], name: string, user: string): File[] {
  const named = files.filter(({ path }) => captureFileName(path) === name);
  const beside = named.filter(({ path }) => folderOf(path) === folderOf(user));
  return beside.length > 0 ? beside : named;
}

/** The variable whose name, or whose `{{file.name}}`, stands at an offset of a file. */
export function sharedVariableAt<File extends CapturingFile>(
  files: readonly File[],
  current: File,
  offset: number,
): SharedVariable<File> | undefined {
  const use = captureUses(current.file).find(({ range }) => rangesOverlap(range, { offset, length: 0 }));
  if (use) return { span: use.name, owners: ownersOf(files, current, use) };
  const span = occurrenceAt(variableOccurrences(current.file), offset);
  return span && { span, owners: [current] };
}

/** Every place of an owner's variable: in the owner, and wherever another file uses what the owner captures. */
export function sharedOccurrences<File extends CapturingFile>(
  files: readonly File[],
  owner: File,
  name: string,
): SharedOccurrence<File>[] {
  const own = variableOccurrences(owner.file).filter(({ text }) => text === name);
  const elsewhere = files.flatMap((other) =>
    captureUses(other.file)
      .filter((use) => use.name.text === name && ownersOf(files, other, use).includes(owner))
      .map((use) => ({ ...use.name, role: "use" as const, in: other })),
  );
  return [...own.map((occurrence) => ({ ...occurrence, in: owner })), ...elsewhere];
}

/** What the files in the folder of the file at `user` capture, by their names. */
export function capturesBeside(
  files: readonly CapturingFile[],
  user: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const beside = files.filter(({ path }) => folderOf(path) === folderOf(user));
  return new Map(beside.map(({ path, file }) => [captureFileName(path), capturedNamesOf(file)]));
}

/** What other files capture, as the file at `user` names it: `orders.stock`. */
export function foreignCaptures(files: readonly CapturingFile[], user: string): string[] {
  const names = files
    .filter(({ path }) => path !== user)
    .flatMap((other) => [...capturedNamesOf(other.file)].map((name) => `${captureFileName(other.path)}.${name}`));
  // A name with a space in it cannot be written between the braces.
  return [...new Set(names)].filter((name) => parseVariableExpression(name)?.kind === "captured");
}

/** A request that captures a variable. */
export interface CapturingRequest<File extends CapturingFile> {
  readonly in: File;
  readonly request: CallFile["requests"][number];
}

/** The requests whose `@set` gives `expression` its value in the file at `user`. */
export function capturingRequests<File extends CapturingFile>(
  files: readonly File[],
  user: string,
  expression: string,
): CapturingRequest<File>[] {
  const parsed = parseVariableExpression(expression);
  if (parsed?.kind !== "captured" && parsed?.kind !== "name") return [];
  const { kind, name } = parsed;
  const owners = kind === "captured" ? filesNamed(files, parsed.file, user) : files.filter(({ path }) => path === user);
  return owners.flatMap((owner) =>
    owner.file.requests
      .filter((request) => capturedNames(request).includes(name))
      .map((request) => ({ in: owner, request })),
  );
}

function ownersOf<File extends CapturingFile>(files: readonly File[], user: CapturingFile, use: CaptureUse): File[] {
  return filesNamed(files, use.file.text, user.path);
}
