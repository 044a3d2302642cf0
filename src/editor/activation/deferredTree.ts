import * as vscode from "vscode";

/** A view that exists from the start, and whose content is loaded when the view is first shown. */
export class DeferredTree<Node> implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly view: vscode.TreeView<Node>;
  readonly #content: () => Promise<vscode.TreeDataProvider<Node>>;
  readonly #changed = new vscode.EventEmitter<Node | Node[] | null | undefined>();
  #followed: vscode.TreeDataProvider<Node> | undefined;
  #following: vscode.Disposable | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    id: string,
    content: () => Promise<vscode.TreeDataProvider<Node>>,
    options: Pick<vscode.TreeViewOptions<Node>, "canSelectMany"> = {},
  ) {
    this.#content = content;
    this.view = vscode.window.createTreeView(id, { ...options, treeDataProvider: this, showCollapseAll: true });
  }

  async getChildren(node?: Node): Promise<Node[]> {
    const content = await this.#load();
    return (await content.getChildren(node)) ?? [];
  }

  async getTreeItem(node: Node): Promise<vscode.TreeItem> {
    return await (await this.#load()).getTreeItem(node);
  }

  dispose(): void {
    this.#following?.dispose();
    this.view.dispose();
    this.#changed.dispose();
  }

  async #load(): Promise<vscode.TreeDataProvider<Node>> {
    const content = await this.#content();
    if (this.#followed !== content) {
      this.#followed = content;
      this.#following = content.onDidChangeTreeData?.((nodes) => this.#changed.fire(nodes ?? undefined));
    }
    return content;
  }
}
