import { describe, expect, it } from "vitest";
import {
  capturingRequests,
  foreignCaptures,
  sharedOccurrences,
  sharedVariableAt,
} from "../../../../src/editor/language/call/sharedCaptures.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";

const texts = {
  "/shop/orders.call":
    "### List\n# @to {{bot}}\n# @set id = $.id\n/_call mcp {}\n\n### Own\n# @to {{id}}\n/_call mcp {}\n",
  "/shop/bills.call":
    '@bill = {{orders.id}}\n### Pay\n# @to {{bill}}\n/_call mcp {"id": "{{orders.id}} {{orders.other}}"}\n',
  "/old/orders.call": "### List\n# @to {{bot}}\n# @set id = $.id\n/_call mcp {}\n",
  "/elsewhere/a.call": "### A\n# @to {{orders.id}}\n/_call mcp {}\n",
  "/my orders.call": "### A\n# @to {{bot}}\n# @set spaced = $.id\n/_call mcp {}\n",
};
const files = Object.entries(texts).map(([path, text]) => ({ path, file: parseCallFile(text) }));

function fileAt(path: keyof typeof texts) {
  const found = files.find((file) => file.path === path);
  if (found === undefined) throw new Error(`no file ${path}`);
  return found;
}

/** Every place of the variable that stands after `before` in a file, as `path@offset:text`. */
function places(path: keyof typeof texts, before: string): readonly string[] {
  const offset = texts[path].indexOf(before) + before.length;
  const found = sharedVariableAt(files, fileAt(path), offset);
  return (found?.owners ?? []).flatMap((owner) =>
    sharedOccurrences(files, owner, found?.span.text ?? "").map(
      (place) =>
        `${place.in.path}:${Object.entries(texts)
          .find(([name]) => name === place.in.path)?.[1]
          .slice(place.offset, place.offset + place.length)} ${place.role}`,
    ),
  );
}

describe("a variable that other files use", () => {
  const all = [
    "/shop/orders.call:id capture",
    "/shop/orders.call:id use",
    "/shop/bills.call:id use",
    "/shop/bills.call:id use",
  ];

  it("is found from where it is captured and from where it is used, the owner in the user's own folder", () => {
    expect(places("/shop/orders.call", "@set i").slice(0, 4)).toEqual(all);
    expect(places("/shop/bills.call", "@bill = {{orders.i").slice(0, 4)).toEqual(all);
    expect(places("/shop/bills.call", "@bill = {{ord").slice(0, 4)).toEqual(all);
  });

  it("belongs to every file of the name for a user elsewhere", () => {
    expect(places("/elsewhere/a.call", "{{orders.")).toEqual([
      ...all,
      "/elsewhere/a.call:id use",
      "/old/orders.call:id capture",
      "/elsewhere/a.call:id use",
    ]);
  });

  it("is only of its file where no other can mean it", () => {
    expect(places("/shop/bills.call", "@bi")).toEqual([
      "/shop/bills.call:bill definition",
      "/shop/bills.call:bill use",
    ]);
    expect(places("/shop/bills.call", "orders.oth")).toEqual(["/shop/bills.call:other use"]);
  });

  it("is offered as file and name, where that can be written between the braces", () => {
    expect(foreignCaptures(files, "/shop/bills.call")).toEqual(["orders.id"]);
  });

  it.each([
    ["/shop/bills.call", "orders.id", ["/shop/orders.call List"]],
    ["/elsewhere/a.call", "orders.id", ["/shop/orders.call List", "/old/orders.call List"]],
    ["/shop/orders.call", "id", ["/shop/orders.call List"]],
    ["/shop/bills.call", "id", []],
    ["/shop/bills.call", "$uuid", []],
  ])("in %s comes for {{%s}} from %j", (user, expression, expected) => {
    const requests = capturingRequests(files, user, expression);
    expect(requests.map(({ in: { path }, request }) => `${path} ${request.name?.text}`)).toEqual(expected);
  });
});
