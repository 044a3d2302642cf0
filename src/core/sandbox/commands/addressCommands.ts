import type { JsonObject } from "../../../protocol/json/jsonObject.ts";
import type { CoreRecord } from "../../core.ts";
import { asObject } from "../../records/jsonShape.ts";
import { parseError, storeError } from "../chatErrors.ts";
import { acceptContact } from "../joining.ts";
import { parseJsonObject } from "../jsonArgument.ts";
import { connLinkRecord, contactRecord } from "../records/profileRecords.ts";
import { sandboxLink } from "../sandboxLinks.ts";
import type { ContactRequestEntry, SandboxProfile } from "../sandboxProfile.ts";
import type { AddressEntry } from "../sandboxState.ts";
import { type Arguments, response, type SandboxCommand } from "./command.ts";

/** The user's contact address and the requests that arrive at it. */
export const addressCommands: readonly SandboxCommand[] = [
  {
    pattern: /^\/(?:ad(?:dress)?|_(?:address|short_link_address) (?<userId>\d+)(?: pq_ratchet=(?<ratchet>on|off))?)$/,
    run(profile, argument) {
      if (profile.address !== undefined) return storeError("duplicateContactLink");
      const hasRatchetKeys = argument("ratchet") !== "";
      const address: AddressEntry = {
        linkName: profile.linkName,
        link: sandboxLink("a", profile.linkName, hasRatchetKeys),
        hasRatchetKeys,
        settings: { businessAddress: false },
      };
      profile.address = address;
      profile.services.publish(address.link, { kind: "contact", owner: profile, address });
      return response(profile, "userContactLinkCreated", { connLinkContact: connLinkRecord(address.link) });
    },
  },
  {
    pattern: /^\/(?:sa|show_address|_show_address (?<userId>\d+))$/,
    run: (profile) => withAddress(profile, (address) => addressResponse(profile, "userContactLink", address)),
  },
  {
    pattern: /^\/(?:da|delete_address|_delete_address (?<userId>\d+))$/,
    run: (profile) =>
      withAddress(profile, (address) => {
        profile.services.withdraw(address.link);
        profile.address = undefined;
        return response(profile, "userContactLinkDeleted");
      }),
  },
  {
    pattern: /^\/_address_settings (?<userId>\d+)(?: pq_ratchet=(?<ratchet>on|off))? (?<json>\{.*\})$/s,
    run: (profile, argument) => withAddress(profile, (address) => changeSettings(profile, address, argument)),
  },
  {
    // The form of people and of the client library: it changes this one setting.
    pattern: /^\/auto_accept (?<choice>on|off)$/,
    run: (profile, argument) =>
      withAddress(profile, (address) => {
        const { autoAccept: _, ...others } = address.settings;
        const accepts = argument("choice") === "on" && { autoAccept: { acceptIncognito: false } };
        address.settings = { ...others, ...accepts };
        return addressResponse(profile, "userContactLinkUpdated", address);
      }),
  },
  {
    pattern: /^\/_accept(?: incognito=(?:on|off))? (?<requestId>\d+)$/,
    run: (profile, argument) =>
      withRequest(profile, argument, (request) => {
        const requesterContact = request.requester.contacts.get(request.requesterContactId);
        if (requesterContact === undefined) return storeError("contactRequestNotFound", idOf(request));
        const contact = acceptContact(profile, request.requester, requesterContact);
        return response(profile, "acceptingContactRequest", { contact: contactRecord(profile, contact) });
      }),
  },
  {
    pattern: /^\/_reject (?<requestId>\d+)(?: notify=(?:on|off))?$/,
    run: (profile, argument) =>
      withRequest(profile, argument, (request) =>
        response(profile, "contactRequestRejected", { contactRequest: { ...idOf(request), profile: request.profile } }),
      ),
  },
];

function changeSettings(profile: SandboxProfile, address: AddressEntry, argument: Arguments): CoreRecord {
  const settings = parseJsonObject(argument("json"));
  if (settings === undefined || typeof settings["businessAddress"] !== "boolean") return parseError();
  address.settings = settings;
  if (argument("ratchet") !== "" && !address.hasRatchetKeys) {
    address.hasRatchetKeys = true;
    profile.services.withdraw(address.link);
    address.link = sandboxLink("a", address.linkName, true);
    profile.services.publish(address.link, { kind: "contact", owner: profile, address });
  }
  return addressResponse(profile, "userContactLinkUpdated", address);
}

function withAddress(profile: SandboxProfile, use: (address: AddressEntry) => CoreRecord): CoreRecord {
  return profile.address === undefined ? storeError("userContactLinkNotFound") : use(profile.address);
}

function withRequest(
  profile: SandboxProfile,
  argument: Arguments,
  use: (request: ContactRequestEntry) => CoreRecord,
): CoreRecord {
  const contactRequestId = Number(argument("requestId"));
  const request = profile.contactRequests.get(contactRequestId);
  if (request === undefined) return storeError("contactRequestNotFound", { contactRequestId });
  profile.contactRequests.delete(contactRequestId);
  return use(request);
}

function idOf(request: ContactRequestEntry): JsonObject {
  return { contactRequestId: request.contactRequestId };
}

function addressResponse(profile: SandboxProfile, type: string, address: AddressEntry): CoreRecord {
  return response(profile, type, {
    contactLink: {
      userContactLinkId: 1,
      connLinkContact: connLinkRecord(address.link),
      shortLinkDataSet: true,
      shortLinkLargeDataSet: true,
      addressSettings: address.settings,
    },
  });
}

/** True when the address makes a group for each customer. */
export function isBusinessAddress(address: AddressEntry): boolean {
  return address.settings["businessAddress"] === true;
}

/** `ContactShortLinkData`: what the link publishes, with the planned `serves`. */
export function contactLinkData(profile: SandboxProfile, address: AddressEntry): JsonObject {
  const message = asObject(address.settings["autoReply"]);
  const { serves } = address.settings;
  return {
    profile: profile.profile,
    ...(message !== undefined && { message }),
    business: isBusinessAddress(address),
    ...(serves !== undefined && { serves }),
  };
}
