import * as vscode from "vscode";
import type { AddressClaim } from "../../discovery/claim.ts";
import type { Tool } from "../../protocol/mcp/toolList.ts";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import type { CoreHost } from "../core/coreHost.ts";
import type { RunContexts } from "../sending/runContexts.ts";
import {
  type CardAnswer,
  type InspectedAddress,
  type McpAnswers,
  type ToolsAnswer,
  toolsOf,
  uninspected,
} from "./inspectedAddress.ts";
import { askAddress, type InspectionAnswers, type InspectionQuestion } from "./inspectionCalls.ts";

/** What inspections need from the rest of the editor. */
export interface InspectionParts {
  readonly host: CoreHost;
  readonly contexts: RunContexts;
  /** What is known of an address without asking anybody. */
  readonly claimsAbout: (link: string) => Promise<readonly AddressClaim[]>;
  /** Told of each call that an inspection makes. */
  readonly onCall: (call: LiveCall) => void;
  /** One key for all forms of a link. */
  readonly identify: (link: string) => Promise<string>;
}

/** The addresses inspected last, and the most a list of tools is followed: each page is a call. */
const maxAddresses = 50;
const maxToolPages = 10;

/**
 * What was found out about addresses in this window: read or asked on the user's action only, kept in memory, one question
 * of a kind to an address at a time.
 */
export class Inspections implements vscode.Disposable {
  readonly #parts: InspectionParts;
  readonly #known = new Map<string, InspectedAddress>();
  readonly #closed = new AbortController();
  readonly #changed = new vscode.EventEmitter<string>();

  /** Gives the key of the address that something new is known of. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: InspectionParts) {
    this.#parts = parts;
  }

  identify(link: string): Promise<string> {
    return this.#parts.identify(link);
  }

  /** True before the first inspection of the window. */
  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  of(key: string): InspectedAddress | undefined {
    return this.#known.get(key);
  }

  /** The tools that the address of a link listed when it was asked; undefined when it was not. */
  async toolsAt(link: string): Promise<readonly Tool[] | undefined> {
    const address = this.#known.get(await this.#parts.identify(link));
    return address?.mcp.kind === "answered" ? toolsOf(address).map(({ tool }) => tool) : undefined;
  }

  /** Reads the link data, without connecting. Resolves to the address's key. */
  async inspect(link: string): Promise<string> {
    const key = await this.#parts.identify(link);
    const claims = await this.#parts.claimsAbout(link);
    const before = this.#known.get(key) ?? uninspected(claims[0]?.link ?? link);
    this.#set(key, { ...before, claims, linkData: { kind: "asking" } });
    await this.#readLinkData(key, link, claims);
    return key;
  }

  /** Asks the server at the address what it is and which tools it has. */
  async askMcp(key: string, transport: "chat" | "rpc"): Promise<void> {
    const address = this.#known.get(key);
    if (!address || address.mcp.kind === "asking") return;
    this.#update(key, { mcp: { kind: "asking" } });
    const question = { link: address.link, protocol: "mcp", transport } as const;
    const servers = await this.#ask({ ...question, method: "server/discover" });
    // What kept the first question from an answer would keep the second.
    const isReached = servers.kind === "answered" || servers.isRefusal === true;
    const tools = isReached ? await this.#askTools(question) : servers;
    this.#update(key, { mcp: mcpOutcome(transport, servers, tools) });
  }

  /** Asks the agent at the address for its card, in a conversation. */
  async askCard(key: string): Promise<void> {
    const address = this.#known.get(key);
    if (!address || address.card.kind === "asking") return;
    this.#update(key, { card: { kind: "asking" } });
    // Over Service RPC it is answered with `conversation_required` (agent-protocols#service-rpc).
    const question = {
      link: address.link,
      protocol: "a2a",
      method: "GetExtendedAgentCard",
      transport: "chat",
    } as const;
    const asked = await this.#ask(question);
    if (asked.kind === "failed") {
      this.#update(key, { card: asked });
      return;
    }
    const cards = asked.answers.map(({ sender, result }) => ({
      from: sender,
      where: address.link,
      text: JSON.stringify(result, null, 2),
    }));
    await this.#answerCards(key, cards);
  }

  /** Reads the Agent Card that a website publishes, at A2A's well-known URI. `site` is its address. */
  async readSiteCard(key: string, site: string): Promise<void> {
    if (this.#known.get(key)?.card.kind === "asking") return;
    this.#update(key, { card: { kind: "asking" } });
    const [{ fetchDocument }, { htmlInstead }] = await Promise.all([
      import("../../discovery/boundedFetch.ts"),
      import("../../discovery/discover.ts"),
    ]);
    const document = await fetchDocument(new URL("/.well-known/agent-card.json", site).href, this.#closed.signal);
    const failure = document.kind === "failed" ? document.message : htmlInstead(document);
    if (document.kind === "failed" || failure !== undefined) {
      this.#update(key, { card: { kind: "failed", message: failure ?? "" } });
      return;
    }
    await this.#answerCards(key, [{ from: document.url, where: document.url, text: document.text }]);
  }

  dispose(): void {
    this.#closed.abort();
    this.#known.clear();
    this.#changed.dispose();
  }

  async #answerCards(key: string, received: readonly ReceivedCard[]): Promise<void> {
    const answer = await Promise.all(
      received.map(async (card) => {
        const { claims, ...shown } = await readCard(card);
        const keys = await Promise.all(claims.map(({ link }) => this.#parts.identify(link)));
        return { ...shown, claims: claims.filter((_, index) => keys[index] === key) };
      }),
    );
    this.#update(key, { card: { kind: "answered", answer } });
  }

  async #readLinkData(key: string, link: string, claims: readonly AddressClaim[]): Promise<void> {
    const core = await this.#parts.host
      .core()
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (core instanceof Error) {
      this.#update(key, { linkData: { kind: "failed", message: core.message } });
      return;
    }
    const { inspectAddress } = await import("../../discovery/inspectAddress.ts");
    const inspection = await inspectAddress(link, core, this.#closed.signal);
    if (inspection.kind === "failed") {
      this.#update(key, { linkData: inspection });
      return;
    }
    const { checkProfile } = await import("../../protocol/declarations/checkProfile.ts");
    // Link data that was read now takes the place of what was read before; a stored profile does not.
    const isFresh = inspection.claim.source.kind === "link-data";
    const others = isFresh ? claims.filter(({ source }) => source.kind !== "link-data") : claims;
    const text = JSON.stringify(inspection.linkData, null, 2);
    const problems = checkProfile(text).filter(({ severity }) => severity !== "hint" && severity !== "information");
    this.#update(key, {
      claims: [inspection.claim, ...others],
      linkData: { kind: "answered", answer: { text, problems } },
    });
  }

  #ask(question: InspectionQuestion): Promise<InspectionAnswers> {
    const { contexts, onCall } = this.#parts;
    return askAddress(contexts, question, { signal: this.#closed.signal, onCall });
  }

  /** Follows the pages of the list, as far as the bound. Only one responder can have more than one page. */
  async #askTools(question: Omit<InspectionQuestion, "method">): Promise<ToolsOutcome> {
    const { readToolList } = await import("../../protocol/mcp/toolList.ts");
    const found: ToolsAnswer[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < maxToolPages; page += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const asked = await this.#ask({ ...question, method: "tools/list", params });
      if (asked.kind === "failed") return found.length > 0 ? { kind: "answered", tools: found.map(cutList) } : asked;
      const lists = asked.answers.map(({ sender, result }) => ({ sender, list: readToolList(result) }));
      for (const { sender, list } of lists) {
        const { tools = [], unreadable = 1 } = list ?? {};
        found.push({ sender, tools, unreadable, isCut: list?.nextCursor !== undefined });
      }
      cursor = lists.length === 1 ? lists[0]?.list?.nextCursor : undefined;
      if (cursor === undefined) return { kind: "answered", tools: joinedPages(found) };
    }
    return { kind: "answered", tools: joinedPages(found) };
  }

  #update(key: string, change: Partial<InspectedAddress>): void {
    const address = this.#known.get(key);
    if (address) this.#set(key, { ...address, ...change });
  }

  #set(key: string, address: InspectedAddress): void {
    if (this.#closed.signal.aborted) return;
    this.#known.delete(key);
    this.#known.set(key, address);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxAddresses && oldest !== undefined) this.#known.delete(oldest);
    this.#changed.fire(key);
  }
}

type ToolsOutcome =
  | { readonly kind: "answered"; readonly tools: readonly ToolsAnswer[] }
  | { readonly kind: "failed"; readonly message: string };

function mcpOutcome(
  transport: "chat" | "rpc",
  servers: InspectionAnswers,
  tools: InspectionAnswers | ToolsOutcome,
): InspectedAddress["mcp"] {
  if (servers.kind === "failed" && tools.kind === "failed") return { kind: "failed", message: servers.message };
  const failures = [servers, tools].flatMap((outcome) => (outcome.kind === "failed" ? [outcome.message] : []));
  const answers = servers.kind === "answered" ? servers.answers : [];
  const answer: McpAnswers = {
    transport,
    servers: answers.map(({ sender, result }) => ({ sender, text: JSON.stringify(result, null, 2) })),
    tools: "tools" in tools ? tools.tools : [],
    ...(failures[0] !== undefined && { failure: failures[0] }),
  };
  return { kind: "answered", answer };
}

function cutList(answer: ToolsAnswer): ToolsAnswer {
  return { ...answer, isCut: true };
}

/** The pages of one responder as one list. */
function joinedPages(pages: readonly ToolsAnswer[]): readonly ToolsAnswer[] {
  const bySender = new Map<string, ToolsAnswer>();
  for (const page of pages) {
    const before = bySender.get(page.sender);
    const tools = before ? [...before.tools, ...page.tools] : page.tools;
    bySender.set(page.sender, { ...page, tools, unreadable: (before?.unreadable ?? 0) + page.unreadable });
  }
  return [...bySender.values()];
}

interface ReceivedCard {
  /** Who answered, or the address it was read from. */
  readonly from: string;
  /** What stands as the source of its claims: never a text of the peer's. */
  readonly where: string;
  readonly text: string;
}

async function readCard({ from, where, text }: ReceivedCard): Promise<CardAnswer> {
  const [{ readAgentCardClaims }, { checkAgentCard }, { readAgentCard }, { parseJsonText }, { plainValue }] =
    await Promise.all([
      import("../../discovery/documentClaims.ts"),
      import("../../protocol/agent-card/checkAgentCard.ts"),
      import("../../protocol/agent-card/readAgentCard.ts"),
      import("../../protocol/json/jsonText.ts"),
      import("../../protocol/json/jsonNode.ts"),
    ]);
  const { root } = parseJsonText(text);
  return {
    from,
    card: readAgentCard(root && plainValue(root)),
    json: { text, problems: checkAgentCard(text) },
    claims: readAgentCardClaims(text, where).claims,
  };
}
