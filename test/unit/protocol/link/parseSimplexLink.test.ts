import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeSimplexLink, parseSimplexLink } from "../../../../src/protocol/link/parseSimplexLink.ts";
import { addressIdentity, isSameAddress } from "../../../../src/protocol/link/simplexLink.ts";
import samples from "../../../fixtures/simplex-links.json" with { type: "json" };
import { afterFix, expectProblemsInside, inShort, mutated } from "../kit/textProperties.ts";

const key = "gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM";
const linkId = "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY";
const print = "0YuTwO05YJWS8rkjn9eLJDjQhFKvIYd8d4xG8X1blIU";
const host = "https://smp12.simplex.im";

function linkOf(text: string) {
  const { link, problems } = parseSimplexLink(text);
  expect(inShort(problems.filter(({ severity }) => severity === "error"))).toEqual([]);
  if (!link) throw new Error(`no link: ${text}`);
  return link;
}

describe("valid links and names", () => {
  it.each(samples.valid)("$id $form $type", ({ value, form, type }) => {
    expect(linkOf(value)).toMatchObject({ form, type });
  });

  it.each(samples.valid)(
    "$id has a canonical form that is itself valid, canonical and the same address",
    ({ value }) => {
      const link = linkOf(value);
      const again = linkOf(link.canonical);
      expect(again.canonical).toBe(link.canonical);
      expect(isSameAddress(link, again)).toBe(true);
    },
  );

  it.each(samples.invalid)("$id is refused: $reason", ({ value }) => {
    const { link, problems } = parseSimplexLink(value);
    expect(link).toBeUndefined();
    expect(problems.some(({ severity }) => severity === "error")).toBe(true);
  });

  it("takes the pieces apart", () => {
    expect(linkOf(`https://smp.example.org/i#${linkId}/${key}?h=a.onion%2Cb.example&p=65535&c=${print}`)).toEqual({
      form: "short",
      type: "invitation",
      key,
      linkId,
      hosts: ["smp.example.org", "a.onion", "b.example"],
      port: 65535,
      fingerprint: print,
      canonical: `https://smp.example.org/i#${linkId}/${key}?h=a.onion%2Cb.example&p=65535&c=${print}`,
    });
    expect(linkOf("simplex:/name@Shop.Acme.simplex")).toEqual({
      form: "name",
      type: "contact",
      domain: "shop.acme.simplex",
      topLevel: "simplex",
      canonical: "@shop.acme.simplex",
    });
    expect(linkOf("#acme.com")).toMatchObject({ domain: "acme.com", topLevel: "web" });
    expect(linkOf(samples.valid.find(({ id }) => id === "v16")?.value ?? "")).toMatchObject({
      type: "group",
      queues: [{ hosts: ["smp8.simplex.im"], port: 5223, queueId: "abcdefghijklmnop" }],
    });
  });
});

describe("problems", () => {
  it.each([
    ["hello", ["link/not-simplex@0+5"]],
    ["", ["link/not-simplex@0+0"]],
    ["https://example.com/about", ["link/not-simplex@0+25"]],
    [`http://smp12.simplex.im/a#${key}`, ["link/wrong-scheme@0+5"]],
    [`HTTPS://smp12.simplex.im/a#${key}`, ["link/wrong-scheme@0+6"]],
    [`simplex://a#${key}?h=a.simplex.im`, ["link/slashes-after-scheme@8+2"]],
    [`simplex:a#${key}?h=a.simplex.im`, ["link/slashes-after-scheme@8+0"]],
    [`${host}:5223/a#${key}`, ["link/port-in-authority@24+5"]],
    [`https:///a#${key}`, ["link/empty-host@8+0"]],
    [`https://a;b/a#${key}`, ["link/invalid-host@8+3"]],
    [`https://ABC.onion/a#${key}?c=${print}`, ["link/invalid-host@8+9"]],
    [`simplex:/a#${key}`, ["link/missing-router@0+54"]],
    [`simplex:/a#${key}?p=1`, ["link/missing-router@0+58"]],
    [`${host}/x#${key}`, ["link/unknown-type@25+1"]],
    [`${host}/I#${linkId}/${key}`, ["link/invitation-letter@25+1"]],
    [`${host}/a?${key}`, ["link/missing-fragment@25+45"]],
    [`${host}/a/b#${key}`, ["link/text-before-key@26+2"]],
    [`${host}/a//#${key}`, ["link/text-before-key@26+2"]],
    [`${host}/i/x#${linkId}/${key}`, ["link/text-before-key@26+2"]],
    [`${host}/a?h=b.example#${key}`, ["link/text-before-key@26+12"]],
    [`${host}/a#`, ["link/missing-key@26+1"]],
    [`${host}/a#${key.replace("d", "+")}`, ["link/key-alphabet@47+1"]],
    [`${host}/a#${key.replace("d", "é")}`, ["link/key-alphabet@47+1"]],
    [`${host}/a#${key.slice(1)}`, ["link/key-length@27+42"]],
    [`${host}/a#${key}A`, ["link/key-length@27+44"]],
    [`${host}/a#${key.slice(0, 42)}N`, ["link/key-not-canonical@69+1"]],
    [`${host}/i#${key}`, ["link/invalid-link-id@27+43"]],
    [`${host}/i#/${key}`, ["link/invalid-link-id@27+0"]],
    [`${host}/a#${key}&p=1`, ["link/query-without-mark@70+1"]],
    [`${host}/a#${key}?h=%zz`, ["link/invalid-encoding@73+3"]],
    [`${host}/a#${key}?p=65535`, []],
    [`${host}/a#${key}?p=65536`, ["link/invalid-port@73+5"]],
    [`${host}/a#${key}?p=`, ["link/invalid-port@73+0"]],
    [`${host}/a#${key}?c=${print.slice(1)}`, ["link/invalid-fingerprint@73+42"]],
    [`${host}/a#${key}. Then`, ["link/text-after-link@70+6"]],
    [`${host}/a#${key}?p=1 then`, ["link/text-after-link@74+5"]],
    [` ${host}/a#${key}\n`, ["link/surrounding-space@0+1", "link/surrounding-space@71+1"]],
    [`https://smp.example.org/a#${key}`, ["link/router-not-verified@8+15"]],
    [`${host}/A#${key}`, ["link/not-canonical@0+70"]],
    [`${host}/a/#${key}`, ["link/not-canonical@0+71"]],
    [`${host}/a#${key}=`, ["link/not-canonical@0+71"]],
    ["simplex:/contact#/?v=1", ["link/missing-queue@9+13"]],
    ["simplex:/contact?v=1", ["link/missing-fragment@9+11"]],
    ["simplex:/contact#/?smp=smp%3A%2F%2Fx", ["link/invalid-queue@23+13"]],
    ["simplex:/invitation#/?smp=smp://AA==@a.b/AAAA", ["link/missing-e2e@9+36"]],
    ["simplex:/contact#/?smp=smp://AA==@a.b/AAAA&data=1", ["link/invalid-link-data@48+1"]],
    ["@acme", ["link/name-without-domain@0+5"]],
    ["#acme--news", ["link/invalid-label@1+10"]],
    ["#acme..simplex", ["link/invalid-label@0+6"]],
    [`#${"a".repeat(63)}`, []],
    [`#${"a".repeat(64)}`, ["link/label-too-long@1+64"]],
    [`#${"a.".repeat(125)}abc`, []],
    [`#${"a.".repeat(126)}ab`, ["link/name-too-long@0+255"]],
  ])("%j", (text, expected) => {
    expect(inShort(parseSimplexLink(text).problems)).toEqual(expected);
  });

  it("are reported at the offset of the link", () => {
    expect(inShort(parseSimplexLink("hello", 100).problems)).toEqual(["link/not-simplex@100+5"]);
  });

  it("names hidden characters where they stand, and those of other problems behind them", () => {
    const { link, problems } = parseSimplexLink(
      `https://smp12.simplex.im/a#\u200b${key.slice(0, 20)}\u{e0001}${key.slice(20, 42)}N`,
    );
    expect(link).toBeUndefined();
    expect(inShort(problems)).toEqual([
      "link/hidden-character@27+1",
      "link/hidden-character@48+2",
      "link/key-not-canonical@72+1",
    ]);
    expect(problems[0]?.message).toContain("U+200B");
  });

  it.each([
    [`http://smp12.simplex.im/a#${key}`, `${host}/a#${key}`],
    [`simplex:///a#${key}?h=x.simplex.im`, `simplex:/a#${key}?h=x.simplex.im`],
    [`${host}:5223/a#${key}`, `${host}/a#${key}?p=5223`],
    [`${host}:5223/a#${key}?c=${print}`, `${host}/a#${key}?c=${print}&p=5223`],
    [`${host}/I#${linkId}/${key}`, `${host}/i#${linkId}/${key}`],
    [`${host}/a#+${key.slice(1)}`, `${host}/a#-${key.slice(1)}`],
    [`${host}/a#${key}&p=1`, `${host}/a#${key}?p=1`],
    [`${host}/a#${key} `, `${host}/a#${key}`],
    [`${host}/a#${key}\u200b`, `${host}/a#${key}`],
    [`${host}/A/#${key}`, `${host}/a#${key}`],
    ["https://ABC.onion/a#x", "https://abc.onion/a#x"],
    ["@acme", "@acme.simplex"],
  ])("%j is mended", (text, mended) => {
    const { problems } = parseSimplexLink(text);
    expect(
      afterFix(
        text,
        problems.find(({ fixes }) => fixes.length > 0),
      ),
    ).toBe(mended);
  });
});

describe("identity", () => {
  const short = `${host}/a#${key}`;

  it.each([
    [short, `simplex:/a#${key}?h=smp12.simplex.im`, true],
    [short, `${host}/A/#${key}?p=443`, true],
    [`${short}?h=b.onion`, `simplex:/a#${key}?h=b.onion,SMP12.simplex.im`, true],
    [short, `${host}/c#${key}`, false],
    [short, `https://smp9.simplex.im/a#${key}`, false],
    [short, `${host}/a#${print}`, false],
    ["#Acme", "simplex:/name#acme.simplex", true],
    ["@acme.simplex", "#acme.simplex", false],
  ])("%s and %s: %s", (a, b, isSame) => {
    expect(isSameAddress(linkOf(a), linkOf(b))).toBe(isSame);
  });

  it("joins the samples that are spellings of one address, and no others", () => {
    const idsByAddress = new Map<string, string[]>();
    for (const { id, value } of samples.valid) {
      const identity = addressIdentity(linkOf(value));
      idsByAddress.set(identity, [...(idsByAddress.get(identity) ?? []), id]);
    }
    expect([...idsByAddress.values()].filter((ids) => ids.length > 1)).toEqual([
      ["v01", "v06", "v07", "v14"],
      ["v02", "v11"],
      ["v05", "v12"],
      ["v09", "v10"],
    ]);
  });
});

describe("looksLikeSimplexLink", () => {
  it.each([
    [`http://smp12.simplex.im:5223/a#${key.slice(3)}`, true],
    ["simplex:/anything", true],
    ["https://simplex.chat/contact#/?v=1", true],
    ["https://example.com/a#top", false],
    ["mailto:a@b.c", false],
  ])("%s: %s", (text, expected) => {
    expect(looksLikeSimplexLink(text)).toBe(expected);
  });
});

describe("any text", () => {
  const texts = [...samples.valid, ...samples.invalid].map(({ value }) => value);

  it("ends in a link or in problems inside the text", () => {
    fc.assert(
      fc.property(fc.oneof(mutated(texts), fc.string({ unit: "binary" })), (text) => {
        const { link, problems } = parseSimplexLink(text, 7);
        expectProblemsInside(text, problems, 7);
        expect(link !== undefined || problems.length > 0).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("of a megabyte is read in linear time", () => {
    for (const text of [
      `${host}/a#${"a".repeat(1e6)}`,
      `#${"a.".repeat(5e5)}`,
      `simplex:/contact#/?smp=${";".repeat(1e6)}`,
    ]) {
      expect(parseSimplexLink(text).link).toBeUndefined();
    }
  });
});
