import { randomUUID } from "node:crypto";
import type { ServiceParameter } from "../../protocol/call/parse/directive.ts";
import { slimServiceName } from "../../protocol/slimrpc/slimBinding.ts";
import {
  isSlimSecret,
  minSlimSecretBytes,
  parseSlimName,
  parseSlimNode,
  slimParameters,
} from "../../protocol/slimrpc/slimParameters.ts";
import { defaultSlimPort, parseSlimTarget, type SlimTarget } from "../../protocol/slimrpc/slimTarget.ts";
import { coreFailure, type Ending } from "../sendFailure.ts";

/** How a call reaches its agent. */
export interface SlimSettings {
  readonly remoteName: SlimTarget["name"];
  /** `http://host:port` of the node; `https://` for TLS. */
  readonly endpoint: string;
  readonly ownName: SlimTarget["name"];
  readonly secret: string;
  readonly service: string;
}

/**
 * The settings of a call by its target and its `# @param slim.…`: `slim.secret`, and optionally `slim.node`, `slim.name` and
 * `slim.service`. The target's own node goes first. How the call ends when they do not suffice.
 */
export function slimSettings(target: string, parameters: readonly ServiceParameter[]): SlimSettings | Ending {
  const parsed = parseSlimTarget(target);
  if (!parsed.ok) return coreFailure("slim-target", parsed.problems.map(({ message }) => message).join(" "));
  const named = new Map(parameters.map(({ name, value }) => [name.toLowerCase().slice("slim.".length), value]));
  const unknown = [...named.keys()].find((name) => !slimParameters.some((known) => known === name));
  if (unknown !== undefined) {
    return coreFailure(
      "slim-parameter",
      `\`slim.${unknown}\` configures nothing, so nothing was sent.`,
      "Use slim.secret, slim.node, slim.name or slim.service.",
    );
  }
  const secret = named.get("secret");
  if (secret === undefined || !isSlimSecret(secret)) return noSecret(secret);
  const ownName = ownNameOf(named.get("name"));
  if (ownName === undefined) {
    return coreFailure(
      "slim-name",
      "The value of `slim.name` is not a SLIM name, so nothing was sent.",
      "Write domain/namespace/service, or leave the parameter out: a random name is used then.",
    );
  }
  const endpoint = endpointOf(parsed.target, named.get("node"));
  if (endpoint === undefined) {
    return coreFailure(
      "slim-node",
      "The value of `slim.node` is not a SLIM node, so nothing was sent.",
      `Write host:port, or https://host:port for TLS. Without a port it is ${defaultSlimPort}.`,
    );
  }
  const service = named.get("service") ?? slimServiceName;
  return { remoteName: parsed.target.name, endpoint, ownName, secret, service };
}

function noSecret(secret: string | undefined): Ending {
  const found =
    secret === undefined ? "The request has no" : `The request has a shorter than ${minSlimSecretBytes} bytes`;
  return coreFailure(
    "slim-secret",
    `${found} shared secret for the SLIM network, so nothing was sent.`,
    "Store it as a secret and write `# @param slim.secret: {{$secret slim}}`. It is at least 32 bytes long, and the same on both sides.",
  );
}

/** A random name for each call: two callers of one name would take each other's answers. */
function ownNameOf(name: string | undefined): SlimTarget["name"] | undefined {
  return name === undefined ? ["simplex", "agents", `caller-${randomUUID()}`] : parseSlimName(name);
}

function endpointOf({ node }: SlimTarget, setting: string | undefined): string | undefined {
  if (setting === undefined || node !== undefined) {
    return `http://${node?.host ?? "127.0.0.1"}:${node?.port ?? defaultSlimPort}`;
  }
  return parseSlimNode(setting);
}
