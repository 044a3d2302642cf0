import type { AddressRecord } from "../../discovery/addressRecord.ts";
import type { AddressClaim, ClaimedProtocol, Source } from "../../discovery/claim.ts";
import type { Problem } from "../../protocol/problem.ts";
import {
  type Asked,
  type CardAnswer,
  type CheckedJson,
  type InspectedAddress,
  type McpAnswers,
  mergedRecord,
  type ToolsAnswer,
  transportsTo,
} from "./inspectedAddress.ts";
import { type Markup, markup, peerText } from "./markup.ts";

/** What the page needs from the editor. */
export interface InspectionPageParts {
  readonly styleUri: string;
  readonly cspSource: string;
  readonly language: string;
  /** True when the address is one of the sandbox, or asked through it. */
  readonly isSandbox: boolean;
  /** Website that names the address, whose Agent Card can be read. */
  readonly site: string | undefined;
  /** Sentences in the editor's language; `{0}` and on are replaced. */
  readonly translate: (message: string, ...values: readonly string[]) => string;
  readonly sourceLabel: (source: Source) => string;
  readonly commands: InspectionPageCommands;
}

/** Ids of the commands that the page's links run. */
export interface InspectionPageCommands {
  readonly refresh: string;
  readonly newRequest: string;
  readonly copyLink: string;
  readonly askMcp: string;
  readonly askCard: string;
  readonly newToolRequest: string;
}

/** The members of a claim that are compared between sources. */
type DeclaredMember = "title" | "type" | "isBusiness" | "peers" | "changeFrequency" | "protocols";

/** Stands for the address on show in the arguments of a link. */
export const shownAddress = "shown-address";

/**
 * The whole page of an inspected address: no script runs in it. Texts of peers and sites are text, and a link runs one of the
 * given commands with arguments made here, never with a peer's.
 */
export function inspectionPage(address: InspectedAddress, parts: InspectionPageParts): string {
  const page = new InspectionPage(address, parts);
  const policy = `default-src 'none'; style-src ${parts.cspSource}; base-uri 'none'; form-action 'none'`;
  return markup`<!DOCTYPE html>
<html lang="${parts.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.translate("Address")}</title>
<link rel="stylesheet" href="${parts.styleUri}">
</head>
<body>
<main>
${page.header()}
${page.declarations()}
${page.linkData()}
${page.tools()}
${page.card()}
</main>
</body>
</html>
`.html;
}

class InspectionPage {
  readonly #address: InspectedAddress;
  readonly #record: AddressRecord | undefined;
  readonly #parts: InspectionPageParts;

  constructor(address: InspectedAddress, parts: InspectionPageParts) {
    this.#address = address;
    this.#record = mergedRecord(address);
    this.#parts = parts;
  }

  get #title(): string {
    return this.#record?.title?.value ?? this.#address.link;
  }

  header(): Markup {
    const { commands, isSandbox } = this.#parts;
    const sandbox = isSandbox
      ? markup`<p class="note">${this.#t("Asked through the sandbox, a network inside the editor that reaches nobody.")}</p>`
      : "";
    const isCallable = transportsTo(this.#record).length > 0;
    return markup`<header>
<h1>${peerText(this.#title)}</h1>
<p class="link"><code>${peerText(this.#address.link)}</code></p>
${sandbox}
<p class="actions">${isCallable ? this.#action(commands.newRequest, this.#t("New request"), shownAddress) : ""}
${this.#action(commands.copyLink, this.#t("Copy link"), shownAddress)}
${this.#action(commands.refresh, this.#t("Read the link data again"), shownAddress)}</p>
</header>`;
  }

  declarations(): Markup {
    const { claims = [], contradictions = [], problems = [] } = this.#record ?? {};
    const warnings =
      contradictions.length === 0
        ? ""
        : markup`<h3>${this.#t("Contradictions")}</h3>
<ul class="warnings">${contradictions.map(({ message }) => markup`<li>${peerText(message)}</li>`)}</ul>`;
    const sources = claims.map(
      ({ source }) => markup`<th scope="col">${peerText(this.#parts.sourceLabel(source))}</th>`,
    );
    return markup`<section aria-labelledby="declarations">
<h2 id="declarations">${this.#t("Declarations")}</h2>
<div class="wide" role="region" aria-labelledby="declarations" tabindex="0"><table>
<thead><tr><th scope="col">${this.#t("Declaration")}</th>${sources}</tr></thead>
<tbody>${this.#declarationRows()}</tbody>
</table></div>
${warnings}
${problems.length === 0 ? "" : markup`<h3>${this.#t("Invalid or doubtful")}</h3>`}
${this.#problems(problems)}
</section>`;
  }

  linkData(): Markup {
    const { linkData } = this.#address;
    return markup`<section aria-labelledby="link-data">
<h2 id="link-data">${this.#t("Link data")}</h2>
${this.#asked(linkData, this.#t("Reading…"), (json) => this.#json(json, this.#t("As the core returned it")))}
</section>`;
  }

  tools(): Markup {
    const transports = transportsTo(this.#record);
    const { askMcp } = this.#parts.commands;
    const actions = transports.map((transport) =>
      this.#action(
        askMcp,
        transport === "rpc" ? this.#t("Ask over Service RPC") : this.#t("Ask in a conversation"),
        transport,
      ),
    );
    return markup`<section aria-labelledby="mcp">
<h2 id="mcp">${this.#t("MCP tools")}</h2>
${this.#actions(actions)}
${this.#asked(this.#address.mcp, this.#t("Asking server/discover and tools/list…"), (answer) => this.#mcp(answer))}
</section>`;
  }

  card(): Markup {
    const { commands, site } = this.#parts;
    const canAsk = transportsTo(this.#record).length > 0;
    const actions = [
      ...(canAsk ? [this.#action(commands.askCard, this.#t("Ask for it in a conversation"), "agent")] : []),
      ...(site === undefined ? [] : [this.#action(commands.askCard, this.#t("Read it from {0}", site), "site")]),
    ];
    return markup`<section aria-labelledby="card">
<h2 id="card">${this.#t("Agent Card")}</h2>
${this.#actions(actions)}
${this.#asked(this.#address.card, this.#t("Asking for the Agent Card…"), (cards) => markup`${cards.map((card) => this.#agentCard(card))}`)}
</section>`;
  }

  #t(message: string, ...values: readonly string[]): string {
    return this.#parts.translate(message, ...values);
  }

  #action(command: string, label: string, argument?: string | number): Markup {
    const query = argument === undefined ? "" : `?${encodeURIComponent(JSON.stringify([argument]))}`;
    return markup`<a class="action" role="button" href="command:${command}${query}">${label}</a> `;
  }

  #actions(actions: readonly Markup[]): Markup {
    if (actions.length > 0) return markup`<p class="actions">${actions}</p>`;
    return markup`<p class="muted">${this.#t("A channel only publishes, so it cannot be asked.")}</p>`;
  }

  #asked<Answer>(asked: Asked<Answer>, busy: string, show: (answer: Answer) => Markup): Markup {
    switch (asked.kind) {
      case "not-asked":
        return markup`<p class="muted">${this.#t("Not asked yet.")}</p>`;
      case "asking":
        return markup`<p class="busy" role="status">${busy}</p>`;
      case "failed":
        return markup`<p class="failure" role="alert">${peerText(asked.message)}</p>`;
      case "answered":
        return show(asked.answer);
    }
  }

  /** A row for each declaration and a column for each source: the value that counts, and what contradicts it. */
  #declarationRows(): readonly Markup[] {
    const record = this.#record;
    const type = record?.type?.value;
    const isContact = type === "contact" || type === undefined;
    const none = this.#t("none declared");
    return [
      this.#row(this.#t("Title"), "title", peerText),
      this.#row(this.#t("Type"), "type", (value) => markup`${value}`),
      ...(isContact
        ? [this.#row("business", "isBusiness", (is) => markup`${is ? this.#t("yes") : this.#t("no")}`)]
        : []),
      this.#row(isContact ? "serves" : "audience", "peers", (peers) => peerText(peers.join(", "))),
      ...(type === "channel" ? [this.#row("changeFrequency", "changeFrequency", peerText)] : []),
      this.#row("protocols", "protocols", (protocols) =>
        protocols.length === 0 ? markup`${none}` : markup`<ul>${protocols.map((one) => this.#protocol(one))}</ul>`,
      ),
    ];
  }

  #row<Member extends DeclaredMember>(
    label: string,
    member: Member,
    show: (value: NonNullable<AddressClaim[Member]>) => Markup,
  ): Markup {
    const { claims = [], contradictions = [], [member]: counting } = this.#record ?? {};
    const field = member === "isBusiness" ? "business" : member;
    const cells = claims.map((claim) => {
      const value = claim[member];
      if (value === undefined) return markup`<td class="muted">${this.#t("not stated")}</td>`;
      const isContradicting = contradictions.some(
        (one) => one.field === field && one.contradicts.source === claim.source,
      );
      if (isContradicting)
        return markup`<td class="contradicting">${show(value)} <em>${this.#t("contradicts")}</em></td>`;
      return claim.source === counting?.source
        ? markup`<td class="counting">${show(value)}</td>`
        : markup`<td>${show(value)}</td>`;
    });
    const unknown = markup`<td class="muted" colspan="${claims.length}"><em>${this.#t("unknown")}</em></td>`;
    return markup`<tr><th scope="row">${label}</th>${counting ? cells : unknown}</tr>`;
  }

  #protocol({ name, versions, transports }: ClaimedProtocol): Markup {
    const served = transports && (["chat", "rpc"] as const).filter((transport) => transports[transport]).join(", ");
    const shownVersions = versions ? versions.join(", ") || this.#t("no version") : this.#t("versions unknown");
    const shownTransports = transports ? served || this.#t("no transport") : this.#t("transports unknown");
    return markup`<li><strong>${peerText(name)}</strong> ${peerText(shownVersions)} · ${shownTransports}</li>`;
  }

  #problems(problems: readonly Problem[]): Markup {
    if (problems.length === 0) return markup``;
    return markup`<ul class="problems">${problems.map(
      ({ severity, message, code }) => markup`<li class="${severity}">${peerText(message)} <code>${code}</code></li>`,
    )}</ul>`;
  }

  #json({ text, problems }: CheckedJson, label: string): Markup {
    return markup`${this.#problems(problems)}<details><summary>${peerText(label)}</summary><pre>${peerText(text)}</pre></details>`;
  }

  #mcp({ servers, tools, failure }: McpAnswers): Markup {
    let index = 0;
    const lists = tools.map((list) => {
      const first = index;
      index += list.tools.length;
      return this.#toolList(list, first, tools.length > 1);
    });
    const method = "server/discover";
    const failed = failure === undefined ? "" : markup`<p class="failure" role="alert">${peerText(failure)}</p>`;
    return markup`${failed}
${servers.map(({ sender, text }) => this.#json({ text, problems: [] }, sender === this.#address.link ? method : `${method} · ${sender}`))}
${lists}`;
  }

  #toolList({ sender, tools, unreadable, isCut }: ToolsAnswer, first: number, hasOthers: boolean): Markup {
    const heading = hasOthers ? markup`<h3>${peerText(sender)}</h3>` : "";
    const notes = [
      ...(tools.length === 0 ? [this.#t("It has no tools.")] : []),
      ...(unreadable > 0
        ? [this.#t("{0} entries of the list are no tools: they have no name or no schema.", String(unreadable))]
        : []),
      ...(isCut ? [this.#t("The list is longer than what was asked for.")] : []),
    ];
    const rows = tools.map(
      ({ name, title, description, inputSchema }, index) => markup`<li class="tool">
<h4>${peerText(name)}</h4>
<p>${peerText([title, description].filter(Boolean).join(": "))}</p>
<p class="actions">${this.#action(this.#parts.commands.newToolRequest, this.#t("New request"), first + index)}</p>
<details><summary>inputSchema</summary><pre>${peerText(JSON.stringify(inputSchema, null, 2))}</pre></details>
</li>`,
    );
    return markup`${heading}${notes.map((note) => markup`<p class="note">${note}</p>`)}<ul class="tools">${rows}</ul>`;
  }

  #agentCard({ from, card, json }: CardAnswer): Markup {
    const { name, version, description, format, skills } = card;
    const shownSkills = skills.map(
      (skill) => markup`<li><strong>${peerText(skill.name)}</strong> ${peerText(skill.description ?? "")}</li>`,
    );
    const interfaces = card.interfaces.map(
      ({ url, binding }) => markup`<li><code>${peerText(url)}</code> ${peerText(binding ?? "")}</li>`,
    );
    return markup`<h3>${peerText([name ?? this.#t("An Agent Card without a name"), version].filter(Boolean).join(" "))}</h3>
<p class="muted">${peerText(this.#t("From {0}, A2A {1}", from, format))}</p>
<p>${peerText(description ?? "")}</p>
<h4>${this.#t("Interfaces")}</h4><ul>${interfaces}</ul>
<h4>${this.#t("Skills")}</h4><ul>${shownSkills}</ul>
${this.#json(json, this.#t("As received"))}`;
  }
}
