import type * as vscode from "vscode";
import type { LiveCall } from "../../runner/run/liveCall.ts";
import type { CoreHost } from "../core/coreHost.ts";
import type { AddressesArea } from "./addressesArea.ts";
import type { CallsArea } from "./callsArea.ts";
import type { ConversationsArea } from "./conversationsArea.ts";
import type { FirstUse } from "./firstUse.ts";
import type { LanguageArea } from "./languageArea.ts";
import type { SendingArea } from "./sendingArea.ts";
import type { TestingArea } from "./testingArea.ts";

/** What other extensions and the tests of this one may use. */
export interface SimplexAgentsApi {
  /** Sends the request at an offset of an open request file. Undefined when nothing was sent; a message says why. */
  send(uri: vscode.Uri, offset: number): Promise<LiveCall | undefined>;
  readonly addresses: AddressesArea["addresses"];
  readonly inspection: AddressesArea["inspection"];
  readonly conversations: ConversationsArea["conversations"];
  readonly tests: TestingArea["tests"];
  readonly history: CallsArea["history"];
  readonly panel: CallsArea["panel"];
  readonly core: CoreHost;
}

/** The parts that the interface is made of. */
export interface ApiParts {
  readonly core: CoreHost;
  readonly sending: FirstUse<SendingArea>;
  readonly calls: FirstUse<CallsArea>;
  readonly testing: FirstUse<TestingArea>;
  readonly addresses: FirstUse<AddressesArea>;
  readonly conversations: FirstUse<ConversationsArea>;
  readonly language: FirstUse<LanguageArea>;
}

/** Loads every part of the extension. */
export async function extensionApi(parts: ApiParts): Promise<SimplexAgentsApi> {
  const [{ sending }, { history, panel }, { tests }, { addresses, inspection }, { conversations }] = await Promise.all([
    parts.sending(),
    parts.calls(),
    parts.testing(),
    parts.addresses(),
    parts.conversations(),
    parts.language(),
  ]);
  return {
    send: (uri, offset) => sending.send(uri, offset),
    addresses,
    inspection,
    conversations,
    tests,
    history,
    panel,
    core: parts.core,
  };
}
