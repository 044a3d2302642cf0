import { type Problem, textRange } from "../../problem.ts";
import { reporter } from "../../rule.ts";
import { slimrpcRules } from "../../slimrpc/rules.ts";
import { checkSlimMetadataName } from "../../slimrpc/slimMetadata.ts";
import {
  isSlimSecret,
  minSlimSecretBytes,
  parseSlimName,
  parseSlimNode,
  slimParameters,
} from "../../slimrpc/slimParameters.ts";
import { nearestName } from "../../text/nearestName.ts";
import type { CallRequest, Directive } from "../callFile.ts";
import type { CallTarget } from "../callTarget.ts";
import { parseServiceParameter, type ServiceParameter } from "../parse/directive.ts";
import { hasPlaceholder } from "../parse/placeholder.ts";

const report = reporter(slimrpcRules);

/** Checks what the `@param` directives of a request to a SLIM target configure, and that a shared secret is among them. */
export function checkSlimDirectives(request: CallRequest, target: CallTarget | undefined): Problem[] {
  if (target?.kind !== "slim" || request.body?.kind !== "json-rpc") return [];
  const parameters = request.directives.flatMap((directive) => {
    const parameter = directive.key.text === "param" ? parseServiceParameter(directive.value.text) : undefined;
    return parameter ? [{ directive, parameter }] : [];
  });
  const problems = parameters.flatMap(({ directive, parameter }) => checkParameter(directive, parameter));
  const hasSecret = parameters.some(({ parameter }) => parameter.name.toLowerCase() === "slim.secret");
  return hasSecret || !target.target ? problems : [...problems, ...noSecret(request)];
}

function noSecret(request: CallRequest): Problem[] {
  const to = request.directives.find(({ key }) => key.text === "to");
  if (!to) return [];
  const range = textRange(to.value.offset + to.value.length, 0);
  const newText = "\n# @param slim.secret: {{$secret slim}}";
  const fix = { title: "Take it from the secret “slim”", edits: [{ range, newText }], isPreferred: true };
  return [
    report("slimrpc/no-secret", textRange(to.value.offset, to.value.length), { bytes: minSlimSecretBytes }, [fix]),
  ];
}

function checkParameter(directive: Directive, { name, value }: ServiceParameter): Problem[] {
  const range = textRange(directive.value.offset, name.length);
  if (!/^slim\./i.test(name)) return checkSlimMetadataName(name, range);
  const configured = name.slice("slim.".length).toLowerCase();
  if (!slimParameters.some((known) => known === configured)) {
    const nearest = nearestName(configured, slimParameters);
    const suggestion = nearest ? ` Did you mean \`slim.${nearest}\`?` : "";
    const edits = [{ range, newText: `slim.${nearest}` }];
    const fixes = nearest ? [{ title: `Change to "slim.${nearest}"`, edits, isPreferred: true }] : [];
    return [report("slimrpc/unknown-parameter", range, { name, suggestion }, fixes)];
  }
  if (hasPlaceholder(value)) return [];
  const what = fault(configured, value);
  return what === undefined
    ? []
    : [report("slimrpc/parameter-value", textRange(directive.value.offset, directive.value.length), { name, what })];
}

function fault(configured: string, value: string): string | undefined {
  switch (configured) {
    case "secret":
      return isSlimSecret(value) ? undefined : `a shared secret has at least ${minSlimSecretBytes} bytes`;
    case "node":
      return parseSlimNode(value) ? undefined : "a node is host:port, or https://host:port for TLS";
    case "name":
      return parseSlimName(value) ? undefined : "a SLIM name is domain/namespace/service";
    default:
      return value === "" ? "a service has a name" : undefined;
  }
}
