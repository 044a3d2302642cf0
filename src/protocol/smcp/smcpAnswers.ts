import type { SmcpMember, SmcpType } from "./smcpEvents.ts";

/** What the acknowledgement of an event holds, as the event's own name is answered. */
export interface SmcpAnswer {
  readonly members: readonly SmcpMember[];
  /** The members of each object in one of its lists. */
  readonly items?: { readonly list: string; readonly members: readonly SmcpMember[] };
}

function needs(name: string, type: SmcpType, about: string): SmcpMember {
  return { name, type, isRequired: true, about };
}

function may(name: string, type: SmcpType, about: string): SmcpMember {
  return { name, type, isRequired: false, about };
}

const requestId = needs("req_id", "string", "the `req_id` of the request it answers");

/** Answers by event. `client:tool_call` is answered with MCP's result of a tool. */
export const smcpAnswers: Readonly<Record<string, SmcpAnswer>> = {
  "server:list_room": {
    members: [needs("sessions", "array", "who is in the office"), requestId],
    items: {
      list: "sessions",
      members: [needs("name", "string", "the name it joined under"), needs("role", "string", "agent or computer")],
    },
  },
  "client:get_tools": {
    members: [needs("tools", "array", "the computer's tools"), requestId],
    items: {
      list: "tools",
      members: [
        needs("name", "string", "the name to call the tool by"),
        needs("description", "string", "what the tool does"),
        needs("params_schema", "object", "the schema of the tool's parameters"),
      ],
    },
  },
  "client:get_config": { members: [needs("servers", "object", "the computer's MCP servers")] },
  "client:tool_call": {
    members: [needs("content", "array", "what the tool gave"), may("isError", "boolean", "whether the tool failed")],
  },
  "client:get_desktop": { members: [needs("desktops", "array", "what the windows show"), requestId] },
  "client:get_resources": {
    members: [
      needs("resources", "array", "the server's resources"),
      may("next_cursor", "string", "where the next page begins"),
      requestId,
    ],
    items: { list: "resources", members: [needs("uri", "string", "the resource's address")] },
  },
  "client:get_skills": {
    members: [needs("skills", "array", "the computer's skills"), requestId],
    items: {
      list: "skills",
      members: [
        needs("name", "string", "the name to read the skill by"),
        needs("source", "string", "where the skill comes from"),
        needs("path", "string", "the skill's folder on the computer"),
        needs("description", "string", "what the skill is for"),
      ],
    },
  },
  "client:get_skill": {
    members: [
      needs("mime_type", "string", "the kind of the file"),
      needs("total_size", "integer", "the file's size in bytes"),
      needs("sha256", "string", "the file's checksum"),
      may("body", "string", "the file's text"),
      may("blob_handle", "string", "the handle to read the file by"),
      requestId,
    ],
  },
  "client:get_blob": {
    members: [
      needs("total_size", "integer", "the blob's size in bytes"),
      needs("chunk_offset", "integer", "where the part begins"),
      needs("eof", "boolean", "whether this is the last part"),
      needs("blob", "string", "the bytes, in base64"),
      requestId,
    ],
  },
  "client:put_blob": {
    members: [
      needs("upload_id", "string", "what the next parts are sent with"),
      needs("chunk_offset", "integer", "where the part began"),
      may("landing_path", "string", "where the file is, with the last part"),
      requestId,
    ],
  },
};

const computer = needs("computer", "string", "the computer it is about");
const officeId = needs("office_id", "string", "the office it is about");

/** What the server tells the office, by event. Who entered or left is one of two members, so neither is required. */
export const smcpNotifications: Readonly<Record<string, readonly SmcpMember[]>> = {
  "notify:enter_office": [
    officeId,
    may("computer", "string", "the computer that joined"),
    may("agent", "string", "the agent that joined"),
  ],
  "notify:leave_office": [
    officeId,
    may("computer", "string", "the computer that left"),
    may("agent", "string", "the agent that left"),
  ],
  "notify:update_config": [computer],
  "notify:update_tool_list": [computer],
  "notify:update_desktop": [computer],
  "notify:update_skills": [computer],
  "notify:tool_call_cancel": [needs("req_id", "string", "the id of the call")],
};
