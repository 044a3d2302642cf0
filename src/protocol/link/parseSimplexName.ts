import type { LinkSource } from "./linkSource.ts";
import type { SimplexName } from "./simplexLink.ts";

const maxLabelLength = 63;
const maxNameLength = 253;

/** Reads `#name` or `@name`; `start` is where the mark stands. */
export function parseSimplexName(source: LinkSource, start: number): SimplexName | undefined {
  const { text } = source;
  const before = source.problems.length;
  const mark = text.charAt(start);
  const name = text.slice(start + 1);
  if (name.length > maxNameLength) {
    source.report("link/name-too-long", start, text.length, { length: name.length });
    return undefined;
  }
  const labels = name.split(".");
  let position = start + 1;
  for (const label of labels) {
    const end = position + label.length;
    if (!/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(label)) {
      source.report("link/invalid-label", label === "" ? start : position, end, { label: label || "An empty text" });
    } else if (label.length > maxLabelLength) {
      source.report("link/label-too-long", position, end, { length: label.length });
    }
    position = end + 1;
  }
  if (mark === "@" && labels.length === 1 && source.problems.length === before) {
    const fix = source.replacement("Add .simplex", text.length, text.length, ".simplex", false);
    source.report("link/name-without-domain", start, text.length, { name: text.slice(start) }, [fix]);
  }
  if (source.problems.length > before) return undefined;

  const domain = (labels.length === 1 ? `${name}.simplex` : name).toLowerCase();
  const last = domain.slice(domain.lastIndexOf(".") + 1);
  return {
    form: "name",
    type: mark === "@" ? "contact" : "publicGroup",
    domain,
    topLevel: last === "simplex" || last === "testing" ? last : "web",
    canonical: mark + domain,
  };
}
