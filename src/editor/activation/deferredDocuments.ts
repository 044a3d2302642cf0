import * as vscode from "vscode";

/** Serves the read-only documents of a scheme from a provider that is loaded when the first of them is opened. */
export function deferredDocuments(
  scheme: string,
  content: () => Promise<vscode.TextDocumentContentProvider>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let following: vscode.Disposable | undefined;
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: async (uri, token) => {
      const provider = await content();
      following ??= provider.onDidChange?.((other) => changed.fire(other));
      return await provider.provideTextDocumentContent(uri, token);
    },
  });
  return new vscode.Disposable(() => {
    registration.dispose();
    following?.dispose();
    changed.dispose();
  });
}
