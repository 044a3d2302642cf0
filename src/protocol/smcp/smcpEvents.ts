export type SmcpType = "string" | "object" | "array" | "integer" | "boolean";

export interface SmcpMember {
  readonly name: string;
  readonly type: SmcpType;
  readonly isRequired: boolean;
  /** For a sentence: `the tool's name`. */
  readonly about: string;
  /** MCP's method has nothing like it, so it stands beside MCP's own parameters under the event's name. */
  readonly isBesideMcp?: true;
}

/** An event that an agent sends. */
export interface SmcpEvent {
  readonly name: string;
  readonly summary: string;
  /** What the payload holds beside the members that the connection fills. */
  readonly members: readonly SmcpMember[];
  /** The event has no acknowledgement, ever. */
  readonly isSilent?: boolean;
  /** The version the event came with, if it was not there from the beginning. */
  readonly since?: string;
  /** The MCP method that asks for the same thing. */
  readonly mcpMethod?: string;
}

/** Members that the connection fills: the agent's name, a request's id, the office joined. */
export const filledMembers: ReadonlySet<string> = new Set(["agent", "robot_id", "req_id", "office_id"]);

/** Not required in a payload, because the target can name the computer, as in `smcp+http://host?computer=pc`. */
const computer: SmcpMember = {
  name: "computer",
  type: "string",
  isRequired: false,
  about: "the name of the computer to call",
};

const toolCallMembers: readonly SmcpMember[] = [
  computer,
  { name: "tool_name", type: "string", isRequired: true, about: "the tool's name, as `client:get_tools` lists it" },
  { name: "params", type: "object", isRequired: true, about: "the tool's arguments, an object" },
  { name: "timeout", type: "integer", isRequired: true, about: "how long the tool may take, in seconds" },
];

export const smcpEvents: readonly SmcpEvent[] = [
  { name: "server:list_room", summary: "Lists who is in the office.", members: [] },
  { name: "client:get_tools", summary: "Lists a computer's tools.", members: [computer], mcpMethod: "tools/list" },
  { name: "client:get_config", summary: "Reads a computer's server configuration.", members: [computer] },
  {
    name: "client:tool_call",
    summary: "Calls a tool on a computer.",
    members: toolCallMembers,
    mcpMethod: "tools/call",
  },
  {
    name: "client:get_desktop",
    summary: "Reads what a computer's windows show.",
    members: [
      computer,
      { name: "desktop_size", type: "integer", isRequired: false, about: "how many windows to read" },
      { name: "window", type: "string", isRequired: false, about: "the window's URI" },
    ],
  },
  {
    name: "client:get_resources",
    summary: "Lists the resources of one server of a computer.",
    members: [
      computer,
      { name: "mcp_server", type: "string", isRequired: true, about: "the server's bundle id", isBesideMcp: true },
      { name: "cursor", type: "string", isRequired: false, about: "where the page begins" },
    ],
    since: "0.2.0",
    mcpMethod: "resources/list",
  },
  { name: "client:get_skills", summary: "Lists a computer's skills.", members: [computer], since: "0.2.1" },
  {
    name: "client:get_skill",
    summary: "Reads a skill.",
    members: [
      computer,
      { name: "name", type: "string", isRequired: true, about: "the skill's name" },
      { name: "rel_path", type: "string", isRequired: false, about: "the path of a file of the skill" },
    ],
    since: "0.2.1",
  },
  {
    name: "client:get_blob",
    summary: "Reads a part of a blob.",
    members: [
      computer,
      { name: "blob_handle", type: "string", isRequired: true, about: "the handle, as another answer gave it" },
      { name: "chunk_offset", type: "integer", isRequired: false, about: "where the part begins, in bytes" },
      { name: "max_chunk_bytes", type: "integer", isRequired: false, about: "how long the part may be, in bytes" },
    ],
    since: "0.2.1",
  },
  {
    name: "client:put_blob",
    summary: "Writes a part of a blob.",
    members: [
      computer,
      { name: "chunk_offset", type: "integer", isRequired: true, about: "where the part begins, in bytes" },
      { name: "eof", type: "boolean", isRequired: true, about: "whether this is the last part" },
      { name: "blob", type: "string", isRequired: true, about: "the bytes of the part, in base64" },
      { name: "upload_id", type: "string", isRequired: false, about: "what the answer to the first part gave" },
      { name: "total_size", type: "integer", isRequired: false, about: "the size of all parts, with the first one" },
      { name: "sha256", type: "string", isRequired: false, about: "the checksum of all parts, in hexadecimal" },
      { name: "name_hint", type: "string", isRequired: false, about: "a file name to suggest, with the first part" },
    ],
    since: "0.4.0",
  },
  {
    name: "server:tool_call_cancel",
    summary: "Cancels a tool call.",
    members: [{ name: "req_id", type: "string", isRequired: true, about: "the id of the call to cancel" }],
    isSilent: true,
  },
  { name: "server:leave_office", summary: "Leaves the office.", members: [] },
  { name: "server:join_office", summary: "Joins an office as its agent.", members: [] },
];

/** The event an agent sends for a method: the event itself, or the one that does what an MCP method asks. */
export function smcpEventFor(method: string): SmcpEvent | undefined {
  return smcpEvents.find((event) => event.name === method || event.mcpMethod === method);
}
