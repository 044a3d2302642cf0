import { defineRules } from "../rule.ts";

/**
 * What a server's `tools/list` says of a `tools/call`. They are warnings: the list may be out of date, and a call that the
 * tool should refuse is a fair test of it.
 */
export const toolRules = defineRules({
  "mcp/unknown-tool": {
    severity: "warning",
    section: "mcp/2026-07-28/server/tools",
    summary: "The server does not list a tool of that name.",
    message:
      "The server listed no tool {found} when it was inspected, so it would answer with an error. It has {names}. Correct the name, or inspect the address again.",
    fix: "Changes to the nearest name.",
  },
  "mcp/missing-argument": {
    severity: "warning",
    section: "mcp/2026-07-28/server/tools",
    summary: "An argument that the tool's `inputSchema` requires is missing.",
    message: "{place} has no `{name}`, which the tool requires, so it would refuse the call. Add it.",
    fix: "Adds the argument.",
  },
  "mcp/unknown-argument": {
    severity: "warning",
    section: "mcp/2026-07-28/server/tools",
    summary: "An argument that the tool's `inputSchema` does not allow.",
    message: "The tool takes no `{name}` here, so it would refuse the call. Correct the name, or remove it.",
    fix: "Changes to the nearest name.",
  },
  "mcp/argument-type": {
    severity: "warning",
    section: "mcp/2026-07-28/server/tools",
    summary: "An argument is of another type than the tool's `inputSchema` asks for.",
    message: "{place} must be {expected}, and this is {found}, so the tool would refuse the call.",
  },
  "mcp/argument-value": {
    severity: "warning",
    section: "mcp/2026-07-28/server/tools",
    summary: "An argument's value does not conform to the tool's `inputSchema`.",
    message: "{place} does not conform to the tool's schema: it {expected}. The tool would refuse the call.",
    fix: "Changes to the nearest allowed value.",
  },
  "mcp/arguments-not-checked": {
    severity: "information",
    section: "mcp/2026-07-28/server/tools",
    summary: "The tool's `inputSchema` cannot be used here, so the arguments are not checked.",
    message: "The arguments are not checked, because the tool's schema {reason}. The call can still be sent.",
  },
});
