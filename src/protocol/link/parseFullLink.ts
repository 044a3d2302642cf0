import { memberOf } from "../json/jsonNode.ts";
import { parseJsonText } from "../json/jsonText.ts";
import { linkParameters } from "./linkQuery.ts";
import type { LinkSource } from "./linkSource.ts";
import { isRouterHost } from "./routerHost.ts";
import type { FullLink, QueueAddress } from "./simplexLink.ts";

/** Reads `contact` or `invitation`, `[/]#/?` and the query. `path` is where the word begins. */
export function parseFullLink(source: LinkSource, path: number): FullLink | undefined {
  const { text } = source;
  const opening = /^(contact|invitation)\/?#\/\?/.exec(text.slice(path, path + 20));
  if (!opening) {
    source.report("link/missing-fragment", path, text.length, { what: "The queues of a full link follow #/?" });
    return undefined;
  }
  const before = source.problems.length;
  const start = path + opening[0].length;
  const space = text.slice(start).search(/\s/);
  if (space >= 0) {
    const fix = source.replacement("Remove the text", start + space, text.length, "");
    source.report("link/text-after-link", start + space, text.length, {}, [fix]);
    return undefined;
  }
  const parameters = linkParameters(source, start);
  const isInvitation = opening[1] === "invitation";
  const smp = parameters.get("smp");
  if (!smp?.value) source.report("link/missing-queue", path, text.length);
  if (isInvitation && !parameters.get("e2e")?.value) source.report("link/missing-e2e", path, text.length);
  const queues: QueueAddress[] = [];
  for (const queue of smp?.value ? smp.value.split(";") : []) {
    const address = parseQueueAddress(queue);
    if (address) queues.push(address);
    else if (smp) {
      source.report("link/invalid-queue", smp.start, smp.end, { queue: queue.slice(0, 80) });
      // One says enough: they all stand in one parameter.
      break;
    }
  }
  if (source.problems.length > before) return undefined;

  const data = parameters.get("data");
  const root = data && parseJsonText(data.value).root;
  if (data && root?.kind !== "object") source.report("link/invalid-link-data", data.start, data.end);
  const kind = memberOf(root, "type")?.value;
  const isGroup = kind?.kind === "string" && kind.value === "group";
  const type = isInvitation ? "invitation" : isGroup ? "group" : "contact";
  const hasRatchetKeys = Boolean(parameters.get("rk")?.value);
  return { form: "full", type, queues, hasRatchetKeys, canonical: `simplex:/${opening[1]}#/?${text.slice(start)}` };
}

/** `smp://<fingerprint>@<host>[,<host>][:<port>]/<queue id>[#/?…]`, already percent-decoded once. */
function parseQueueAddress(text: string): QueueAddress | undefined {
  const match = /^smp:\/\/([A-Za-z0-9_-]+=*)@([^/]+)\/([A-Za-z0-9_-]+=*)(?:\/?#.*)?$/s.exec(text);
  if (!match) return undefined;
  const [, fingerprint = "", place = "", queueId = ""] = match;
  const portAt = /:(\d{1,5})$/.exec(place);
  const hosts = (portAt ? place.slice(0, portAt.index) : place).split(",");
  const port = portAt ? Number(portAt[1]) : undefined;
  if (!hosts.every(isRouterHost) || (port ?? 0) > 65535) return undefined;
  return { fingerprint, hosts, queueId, ...(port === undefined ? {} : { port }) };
}
