import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { generateSigningKey, importSigningKey, isSameKey } from "../../../src/core/ed25519Keys.ts";

/** The test vector of RFC 8410, section 10.3: made by neither side. */
const rfcPrivatePem =
  "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n";
const rfcPrivateDer = "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp-K06_nwoy_HU--CXqI9EdVhC";
const rfcPublicKey = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=";

describe("signing keys", () => {
  it.each([
    ["PEM", rfcPrivatePem],
    ["base64url", rfcPrivateDer],
    ["base64", rfcPrivateDer.replaceAll("-", "+").replaceAll("_", "/")],
    ["DER", new Uint8Array(Buffer.from(rfcPrivateDer, "base64url"))],
  ])("are imported from %s, with the public key of RFC 8410", (_form, input) => {
    const imported = importSigningKey(input);
    expect(imported.kind).toBe("ok");
    if (imported.kind !== "ok") return;
    expect(imported.key.requestKey).toBe(rfcPublicKey);
    expect(imported.key.revealSecret()).toBe(rfcPrivateDer);
  });

  it("have the lengths that the core's keys have", () => {
    const key = generateSigningKey();
    expect(key.revealSecret()).toMatch(/^[\w-]{64}$/);
    expect(key.requestKey).toMatch(/^[\w-]{59}=$/);
    expect(key.requestKey).not.toBe(generateSigningKey().requestKey);
  });

  it("are compared without padding", () => {
    expect(isSameKey(rfcPublicKey, rfcPublicKey.slice(0, -1))).toBe(true);
    expect(isSameKey(rfcPublicKey, generateSigningKey().requestKey)).toBe(false);
  });

  it.each([
    ["an empty text", ""],
    ["text", "not a key"],
    ["a public key", rfcPublicKey],
    ["a cut key", rfcPrivateDer.slice(0, 60)],
    ["a huge text", "A".repeat(10_001)],
    [
      "an RSA key",
      generateKeyPairSync("rsa", { modulusLength: 1024 })
        .privateKey.export({ type: "pkcs8", format: "pem" })
        .toString(),
    ],
  ])("are not made of %s, and the message repeats nothing of it", (_form, input) => {
    const imported = importSigningKey(input);
    expect(imported).toMatchObject({ kind: "refused", message: expect.stringMatching(/PKCS #8|Ed25519/) });
    if (input.length > 8) expect(JSON.stringify(imported)).not.toContain(input.slice(0, 30));
  });

  it("do not show by accident", () => {
    const key = generateSigningKey();
    const shown = [`${key}`, JSON.stringify({ key }), inspect({ key }, { depth: 9, showHidden: true })].join();
    expect(shown).not.toContain(key.revealSecret().slice(24));
    expect(
      createPrivateKey({ key: Buffer.from(key.revealSecret(), "base64url"), format: "der", type: "pkcs8" }).type,
    ).toBe("private");
  });
});
