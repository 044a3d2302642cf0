import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import type * as vscode from "vscode";
import type { SigningKey } from "../runner/requestKey.ts";

/** Only the names are kept outside the secret storage, which cannot list them in every version of the editor. */
const namesKey = "signingKeyNames";

/** The Ed25519 keys that sign Service RPC requests, in the editor's secret storage. A private key is shown nowhere. */
export class SigningKeys {
  readonly #storage: vscode.SecretStorage;
  readonly #state: vscode.Memento;

  constructor(storage: vscode.SecretStorage, state: vscode.Memento) {
    this.#storage = storage;
    this.#state = state;
  }

  names(): readonly string[] {
    return this.#state.get<readonly string[]>(namesKey, []);
  }

  async get(name: string): Promise<SigningKey | undefined> {
    const privateKey = await this.#storage.get(storageKey(name));
    return privateKey === undefined ? undefined : signingKeyOf(privateKey);
  }

  /** Makes a new key, or replaces the one of that name. */
  async create(name: string): Promise<SigningKey> {
    const key = encoded(generateKeyPairSync("ed25519").privateKey);
    await this.#storage.store(storageKey(name), key.privateKey);
    await this.#state.update(namesKey, [...new Set([...this.names(), name])].toSorted());
    return key;
  }
}

/** The pair of a stored private key: base64url of the PKCS #8 DER. */
function signingKeyOf(privateKey: string): SigningKey {
  return encoded(createPrivateKey({ key: Buffer.from(privateKey, "base64url"), format: "der", type: "pkcs8" }));
}

function encoded(privateKey: KeyObject): SigningKey {
  return {
    privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64url"),
    publicKey: createPublicKey(privateKey).export({ format: "der", type: "spki" }).toString("base64url"),
  };
}

function storageKey(name: string): string {
  return JSON.stringify(["signing-key", name]);
}
