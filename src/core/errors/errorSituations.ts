import type { JsonObject } from "../../protocol/json/jsonObject.ts";
import { asString } from "../records/jsonShape.ts";
import type { Describe, ErrorContext, Words } from "./coreErrorWords.ts";
import { goneConnection, internal } from "./errorFamilies.ts";
import { quoted, router } from "./quotedErrorText.ts";
import { isSandboxRouter, retryLater, unreachable } from "./routerErrors.ts";

/** What is said in each situation, by the core's tag. */
export const descriptions: Readonly<Record<string, Describe>> = {
  noActiveUser: {
    message: "The core has no profile, so it cannot connect or send.",
    likelyCause: "Its database is new.",
    nextStep: "Create a profile in the core, then try again.",
  },
  chatNotStarted: {
    message: "The core's chat is not started: it answers, but neither sends nor receives.",
    likelyCause: "The core runs in maintenance mode, or its chat was stopped.",
    nextStep: "Send it /_start main=on, or restart it without -m.",
  },
  chatNotStopped: {
    message: "The core's chat runs, and this command needs it stopped.",
    nextStep: "Restart the core in maintenance mode.",
  },
  commandError: commandError,
  agentCommandError: commandError,
  chatStoreChanged: {
    message: "The core's database was replaced while it ran, so it does nothing until it is restarted.",
    nextStep: "Restart the core.",
  },
  agentVersion: {
    message: "The other side's version and the core's have nothing in common.",
    likelyCause: "One of the two is much older.",
    nextStep: "Update the older one.",
  },
  simplexDomainNotReady: {
    message: "The name cannot be used: its record and the profile behind it do not agree.",
    nextStep: "Use the link of the address instead of its name.",
  },
  prohibitedDeleteUser: {
    message: "The core keeps this contact because a profile depends on it, so it was not deleted.",
    nextStep: "Delete it in the app that made it.",
  },
  groupWithoutUser: {
    message: "The core has the group without a membership of this profile, so nothing can be sent to it.",
    nextStep: "Delete the group, then join it again.",
  },
  invalidChatItemDelete: {
    message: "This message cannot be deleted for the others any more.",
    nextStep: "Delete it here only.",
  },
  invalidConnReq: {
    message: "The core does not accept this as a link or a name.",
    likelyCause: "The link was cut or changed when it was copied, or this core is older than the kind of link.",
    nextStep: "Copy the link again, whole. If it is whole, update the core.",
  },
  unsupportedConnReq: {
    message: "The core knows this link, but not how to connect to it.",
    likelyCause: "The link needs a newer core.",
    nextStep: "Update the core.",
  },
  "simplexDomainNotReady.noValidLink": {
    message: "The name is registered, but its record has no link that can be used here.",
    likelyCause:
      "The owner has not published an address for this kind of call, or the address does not claim the name.",
    nextStep: "Use the link of the address instead of its name.",
  },
  "simplexDomainNotReady.unknownDomain": {
    message: "The profile behind this name does not claim the name, so the name cannot be trusted.",
    likelyCause: "The owner has not added the name to the profile yet, or the name points at another's address.",
    nextStep: "Use the link of the address instead of its name.",
  },
  notResolvedLocally: {
    message: "The core does not know this address, and it was told not to ask the network.",
    nextStep: "Look the address up without that option.",
  },
  contactNotReady: {
    message: "The connection with this contact is not complete, so nothing can be sent to it yet.",
    likelyCause: "The other side has been offline since the connection was asked for, or has not accepted it.",
    nextStep: "Wait until the contact is connected, then send again.",
  },
  contactNotActive: {
    message: "This contact is deleted: it can no longer be written to.",
    likelyCause: "The contact deleted the conversation, or it was deleted here.",
    nextStep: "Connect to its address again.",
  },
  contactDisabled: {
    message: "The core stopped sending to this contact after repeated failures.",
    likelyCause: "The contact's queue no longer exists.",
    nextStep: "Connect to its address again.",
  },
  connectionDisabled: {
    message: "The core stopped using this connection after repeated failures.",
    likelyCause: "The other side's queue no longer exists.",
    nextStep: "Connect to the address again.",
  },
  groupUserRole: {
    message: "The role of this profile in the group does not allow it.",
    likelyCause: "Observers of a group and subscribers of a channel cannot send.",
    nextStep: "Ask an administrator of the group for another role.",
  },
  groupMemberNotActive: {
    message: "This profile is not an active member of the group, so nothing can be sent.",
    likelyCause: "Joining is not complete, or needs an administrator's approval.",
    nextStep: "Wait until the group is joined, then send again.",
  },
  groupNotJoined: {
    message: "This profile has not joined the group.",
    nextStep: "Join the group, then send again.",
  },
  groupMemberUserRemoved: {
    message: "This profile was removed from the group, so nothing can be sent to it.",
    nextStep: "Join the group again, if its link allows it.",
  },
  groupMemberNotFound: {
    message: "The group has no such member.",
    likelyCause: "The member left after the list was read.",
    nextStep: "Choose the member again.",
  },
  directMessagesProhibited: {
    message: "The group does not allow direct messages between members.",
    nextStep: "Send in the group, or use Service RPC.",
  },
  userUnknown: { message: "The core has no such profile.", nextStep: "Choose a profile of the core, then try again." },
  differentActiveUser: {
    message: "Another profile of the core is active now, so nothing was done with the one this was meant for.",
    likelyCause: "Another program uses the same core and changed the profile.",
    nextStep: "Try again; it goes through the profile that is active now.",
  },
  invalidDisplayName: {
    message: "The core does not accept this name for a profile.",
    nextStep: "Use a shorter name without #, @ and punctuation at its ends.",
  },
  connReqMessageProhibited: {
    message: "This address takes no message with the request to connect.",
    nextStep: "Connect first, then send.",
  },
  peerChatVRangeIncompatible: {
    message: "The other side's version of the chat protocol and the core's have nothing in common.",
    likelyCause: "One of the two is much older.",
    nextStep: "Update the older one.",
  },
  connectionIncognitoChangeProhibited: {
    message: "The profile of this connection cannot be changed any more.",
    likelyCause: "The connection was begun with another choice of incognito.",
    nextStep: "Send with the choice it was begun with, or delete the conversation and connect again.",
  },
  groupAlreadyJoined: {
    message: "This profile is in the group already.",
    nextStep: "Send in the group it has joined.",
  },
  duplicateName: {
    message: "The core has another profile, contact or group of that name.",
    nextStep: "Use another name.",
  },
  contactRequestNotFound: {
    message: "The core has no such request to connect.",
    likelyCause: "It was accepted or rejected already.",
    nextStep: "Refresh the list of conversations.",
  },
  invalidChatItemUpdate: {
    message: "This message cannot be changed any more.",
    nextStep: "Send a new message.",
  },
  exception: (error) =>
    asString(error["message"])?.includes("large compressed message")
      ? {
          message: "The message is too large to be delivered, although it was accepted: it was not sent.",
          likelyCause: "A text with many different non-ASCII characters does not become small enough when compressed.",
          nextStep: "Make the message shorter.",
        }
      : internal(error["message"]),
  internalError: (error) => internal(error["message"]),
  groupInternal: (error) => internal(error["message"]),
  dBException: (error) => ({
    message: `The core's database failed: ${quoted(error["message"]) || "no details"}.`,
    likelyCause: "The disk is full, or the database is damaged or of another version of the core.",
    nextStep: "Look at the database folder of the core, then restart it.",
  }),
  largeMsg: {
    message: "The message is larger than 15,602 bytes with everything around it, so the core did not send it.",
    likelyCause: "A reply contains the whole message it quotes, and both count.",
    nextStep: "Make the message shorter.",
  },
  invalidQuote: {
    message: "The message to reply to cannot be quoted, so the reply was not sent.",
    likelyCause: "The quoted message was deleted, or is not a message.",
    nextStep: "Send it without a quote, or reply to another message.",
  },
  invalidMention: {
    message: "The core does not accept a mention in this message, so it was not sent.",
    likelyCause:
      "The mentioned name is not written in the text as @name, or as @'name with spaces'; or one member is mentioned twice; or more than three members are.",
    nextStep: "Write the member's name exactly as the group shows it.",
  },
  userContactLinkNotFound: {
    message: "This profile has no address.",
    nextStep: "Create an address in the core first.",
  },
  contactNotFound: {
    message: "The core has no such contact.",
    likelyCause: "It was deleted after the list was read.",
    nextStep: "Refresh the list of conversations.",
  },
  groupNotFound: {
    message: "The core has no such group.",
    likelyCause: "It was deleted after the list was read.",
    nextStep: "Refresh the list of conversations.",
  },
  duplicateContactLink: {
    message: "This profile already has an address.",
    nextStep: "Use the address it has.",
  },
  dBBusyError: {
    message: "The core's database is in use by another process.",
    likelyCause: "Two cores were started with the same database.",
    nextStep: "Stop one of them.",
  },
  "BROKER.TIMEOUT": (error, context) => ({
    message: `${router(error)} did not answer in time. ${mayHaveArrived(context)}`,
    likelyCause: "The network of the core is slow or blocked, or the router is down.",
    nextStep: retryLater,
  }),
  "BROKER.NETWORK": unreachable,
  "BROKER.HOST": (error) =>
    isSandboxRouter(error)
      ? unreachable(error)
      : {
          message: `${router(error)} has no usable host address.`,
          likelyCause: "The host name does not exist, or only an onion address is left and the core does not use Tor.",
          nextStep: "Check the link's router. An onion address needs a SOCKS proxy for the core.",
        },
  "BROKER.TRANSPORT": (error) => ({
    message: `${router(error)} was reached, but the secure connection failed.`,
    likelyCause: "The router's certificate does not match the link, or a proxy changes the traffic.",
    nextStep: "Check the link's fingerprint and the network of the core.",
  }),
  "SMP.AUTH": (error, context) => ({
    message: `${router(error)} refuses: it does not keep this ${context.command === "send" ? "queue" : "address"} any more.`,
    likelyCause:
      context.command === "send" ? "The contact deleted the conversation." : "The link was deleted, or is used up.",
    nextStep: context.command === "send" ? "Connect to the address again." : "Ask the owner for the current link.",
  }),
  "SMP.BLOCKED": (error) => ({
    message: `${router(error)} blocked this address.`,
    likelyCause: "The operator of the router blocked it for its content.",
  }),
  "SMP.QUOTA": {
    message: "The other side's queue is full, so the message waits in the core.",
    likelyCause: "The other side has been offline for long.",
    nextStep: "Wait; the core sends it when there is room.",
  },
  "SMP.LARGE_MSG": {
    message: "The router refuses the message because it is too large.",
    nextStep: "Make the message shorter.",
  },
  "NAME.NOT_FOUND": (error) => ({
    message: "No such name is registered.",
    likelyCause: isSandboxRouter(error)
      ? "The core in use is the sandbox, which knows its own names only."
      : "The name is misspelled, or its registration ended.",
    nextStep: "Check the name, or use the link.",
  }),
  "NAME.NO_RESOLVER": {
    message: "The router that was asked does not resolve names.",
    nextStep: "Add a router that resolves names to the core, or use the link.",
  },
  "NAME.RESOLVER": (error) => ({
    message: `The name could not be looked up: ${quoted(error["resolverErr"]) || "the resolver failed"}.`,
    nextStep: "Try again later, or use the link.",
  }),
  NO_NAME_SERVERS: {
    message: "The core has no router that resolves names.",
    likelyCause: "None of its configured routers has the names role.",
    nextStep: "Add such a router to the core, or use the link instead of the name.",
  },
  "A_SERVICE.timeout": {
    message: "No response came in time. The responder may have received the request, and may have carried it out.",
    likelyCause:
      "The responder is offline or slow, its core runs with service requests off and then drops every one without an answer, or another program on its core took the request.",
    nextStep:
      "Raise the timeout or use the conversation (/_call). On the responder, start the chat with service_requests=on, and let one program alone use the core.",
  },
  "A_SERVICE.notDRAddress": {
    message: "This address does not take Service RPC: it has no ratchet keys. Nothing was sent.",
    likelyCause: "The address was created without pq_ratchet=on.",
    nextStep: "Use the conversation (/_call), or ask the owner to create the address again with ratchet keys.",
  },
  "A_SERVICE.rejected": (error) => {
    const reason = quoted(error["rejectReason"]);
    return {
      message: `The responder's core rejected the request${reason === "" ? "." : `: ${reason}.`}`,
      nextStep: "Use the conversation (/_call), or ask the owner.",
    };
  },
  "A_SERVICE.noPendingRequest": {
    message: "There is no request left to answer: the response was not sent.",
    likelyCause: "The requester's time was over, 180 seconds passed, or the core was restarted since.",
    nextStep: "Answer sooner, or answer with conversation_required.",
  },
  "A_SERVICE.badSignature": {
    message: "A signed request was dropped because its signature does not verify.",
    likelyCause: "It was made for another session, or changed on the way.",
  },
  "CMD.LARGE": {
    message: "The payload is larger than a Service RPC can carry (11,106 bytes), so it was not sent.",
    nextStep: "Make it shorter, or use the conversation (/_call).",
  },
  "CMD.PROHIBITED": (_error, context) =>
    context.command === "service-response"
      ? {
          message: "The id does not belong to a service request, so the response was not sent.",
          nextStep: "Pass the requestId of the serviceRequest event back as it is.",
        }
      : {
          message: "The core's agent does not allow this in the present state of the connection.",
          nextStep: "Wait until the connection is complete, then try again.",
        },
  "CMD.NO_CONN": goneConnection,
  "CMD.SIZE": {
    message: "The core's agent refuses the message for its size, so it was not sent.",
    nextStep: "Make it shorter.",
  },
  "CONN.NOT_FOUND": goneConnection,
  "CONN.SIMPLEX": {
    message: "The connection works in one direction only, so nothing can be sent yet.",
    likelyCause: "The other side has not completed it.",
    nextStep: "Wait until it is connected, then send again.",
  },
  "CONN.DUPLICATE": {
    message: "The core has this connection already.",
    nextStep: "Use the conversation it belongs to, or wait until it is connected.",
  },
  "AGENT.A_VERSION": {
    message: "The other side's version and the core's have nothing in common.",
    likelyCause: "One of the two is much older.",
    nextStep: "Update the older one.",
  },
  "AGENT.A_LINK": (error) => ({
    message: `The data published with this link cannot be used: ${quoted(error["linkErr"]) || "no details"}.`,
    likelyCause: "The link was changed when it was copied, or its data does not belong to it.",
    nextStep: "Copy the link again from its owner.",
  }),
  "AGENT.A_CRYPTO": {
    message: "A message could not be decrypted.",
    likelyCause: "One side restored an older copy of its database.",
    nextStep: "Let the connection be renegotiated in the app, or connect again.",
  },
  "PROXY.BASIC_AUTH": {
    message: "The router that forwards messages asks for a password that the core does not have.",
    nextStep: "Give the core the router's address with its password, or another router.",
  },
  "CONN.NOT_AVAILABLE": {
    message: "The connection is not available any more.",
    likelyCause: "The link was used by someone else, or expired.",
    nextStep: "Ask for a new link.",
  },
  "CONN.NOT_ACCEPTED": {
    message: "The other side has not accepted the connection.",
    nextStep: "Wait for the owner to accept it.",
  },
};

function mayHaveArrived(context: ErrorContext): string {
  return context.command === "send"
    ? "The message may still be sent by the core: check the conversation before sending it again."
    : "Nothing was changed here.";
}

/** `commandError` is one tag for every command that does not parse, and for some rules; its text tells them apart. */
function commandError(error: JsonObject, context: ErrorContext): Words {
  const text = quoted(error["message"]);
  if (/feature not allowed/i.test(text))
    return {
      message: `The conversation does not allow this: ${text}.`,
      likelyCause: "The group does not allow SimpleX links, and the message contains an address.",
      nextStep: "Leave the address out, or send in a direct chat.",
    };
  if (text === "service request target must be a contact")
    return {
      message: "Service RPC goes to a contact address; this is a name of a group or a channel.",
      nextStep: "Use a contact address, or send the call in the group.",
    };
  if (text === "invalid service response")
    return {
      message: "The responder answered with something that is not a JSON object, so the core dropped the answer.",
      nextStep: "Ask the owner of the address.",
    };
  const isService = context.command === "service-request" || context.command === "service-response";
  return {
    message: `The core does not understand the command${text === "" ? "" : ` (${text})`}.`,
    likelyCause: isService
      ? "This core is older than Service RPC."
      : "This core is older or newer than the command, or the command has a mistake.",
    nextStep: isService ? "Update the core, or use the conversation (/_call)." : "Compare the version of the core.",
  };
}
