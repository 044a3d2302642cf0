import type * as vscode from "vscode";
import type { CoreHost } from "../core/coreHost.ts";
import { Discoveries } from "../discovery/discoveries.ts";
import {
  discoverAgain,
  discoverFromFile,
  discoverFromLink,
  discoverFromWebsite,
  forgetDiscoveries,
} from "../discovery/discoveryCommands.ts";
import { ArgumentDiagnostics } from "../inspection/argumentDiagnostics.ts";
import { InspectionCommands } from "../inspection/inspectionCommands.ts";
import { InspectionPanel } from "../inspection/inspectionPanel.ts";
import { Inspections } from "../inspection/inspections.ts";
import { registerToolArguments } from "../inspection/registerToolArguments.ts";
import { copyLink, discoveredGroupOf, newRequest, openSource } from "../views/addressCommands.ts";
import { AddressesView, type AddressReading } from "../views/addressesView.ts";
import type { AddressNode } from "../views/addressTree.ts";
import type { Area } from "./area.ts";
import type { CallsArea } from "./callsArea.ts";
import type { FirstUse } from "./firstUse.ts";
import type { SendingArea } from "./sendingArea.ts";

export interface AddressesArea extends Area<"addresses"> {
  readonly addresses: AddressesView;
  readonly inspection: InspectionPanel;
}

export interface AddressesParts {
  readonly host: CoreHost;
  readonly sending: FirstUse<SendingArea>;
  readonly calls: FirstUse<CallsArea>;
  readonly view: vscode.TreeView<AddressNode>;
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
}

/** Addresses: where they are found, what each one declares, and what it answers when it is asked. */
export async function addressesArea({
  host,
  sending,
  calls,
  view,
  extensionUri,
  log,
}: AddressesParts): Promise<AddressesArea> {
  const { contexts } = await sending();
  const discoveries = new Discoveries(host, log);
  const addresses = new AddressesView({ host, discovered: discoveries, loadReading, view, log });
  const inspections = new Inspections({
    host,
    contexts,
    claimsAbout: (link) => addresses.claimsAbout(link),
    identify: async (link) => (await loadReading()).identify(link),
    onCall: async (call) => (await calls()).history.record(call),
  });
  const inspection = new InspectionPanel(inspections, host, extensionUri);
  const inspecting = new InspectionCommands(inspections, inspection);
  const argumentProblems = new ArgumentDiagnostics(inspections);
  return {
    addresses,
    inspection,
    disposables: [
      discoveries,
      addresses,
      inspections,
      inspection,
      argumentProblems,
      registerToolArguments(inspections, argumentProblems),
    ],
    commands: {
      newRequest: (given) => newRequest(inspecting.nodeOf(given)),
      copyLink: (given) => copyLink(inspecting.nodeOf(given)),
      openSource,
      refreshAddresses: () => addresses.refresh(),
      discoverWebsite: (given) => discoverFromWebsite(discoveries, given),
      discoverLink: (given) => discoverFromLink(discoveries, given),
      discoverFile: (given) => discoverFromFile(discoveries, given),
      discoverAgain: (node) => discoverAgain(discoveries, discoveredGroupOf(node)),
      forgetDiscovery: (node) => forgetDiscoveries(discoveries, discoveredGroupOf(node)),
      filterAddresses: () => addresses.askFilter(),
      clearAddressFilter: () => addresses.filter(""),
      inspectAddress: (given) => inspecting.inspect(given),
      askMcp: (transport) => inspecting.askMcp(transport),
      askCard: (from) => inspecting.askCard(from),
      newToolRequest: (index) => inspecting.newToolRequest(index),
    },
  };
}

async function loadReading(): Promise<AddressReading> {
  const [{ claimsOfLlmsTxt }, { identifyAddress }] = await Promise.all([
    import("../../discovery/documentClaims.ts"),
    import("../../discovery/discover.ts"),
  ]);
  return { claimsOf: claimsOfLlmsTxt, identify: identifyAddress };
}
