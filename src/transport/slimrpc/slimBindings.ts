/** The part of `@agntcy/slim-bindings` 2.0 that a client needs. The package is the user's: it is never bundled. */
export interface SlimBindings {
  initializeWithDefaults(): void;
  createService(name: string): SlimService;
  newInsecureClientConfig(endpoint: string): unknown;
  newSecureClientConfig(endpoint: string): unknown;
  readonly Name: new (domain: string, namespace: string, service: string) => object;
  readonly Channel: {
    newWithConnection(app: SlimApp, remote: object, connectionId: bigint): SlimChannel;
  };
}

interface SlimService {
  /** The asynchronous form panics in this build. */
  createAppWithSecret(name: object, secret: string): SlimApp;
  connectAsync(config: unknown): Promise<bigint>;
}

interface SlimApp {
  subscribeAsync(name: object, connectionId: bigint): Promise<void>;
}

export interface SlimChannel {
  callUnaryAsync(
    service: string,
    method: string,
    request: ArrayBuffer,
    timeoutMs: number,
    metadata: Map<string, string>,
  ): Promise<ArrayBuffer>;
  callUnaryStreamAsync(
    service: string,
    method: string,
    request: ArrayBuffer,
    timeoutMs: number,
    metadata: Map<string, string>,
  ): Promise<{ nextAsync(): Promise<unknown> }>;
  closeAsync(timeoutMs: number): Promise<void>;
}

/** True for a module that has the functions used here. */
export function isSlimBindings(module: unknown): module is SlimBindings {
  if (typeof module !== "object" || module === null) return false;
  const functions = ["initializeWithDefaults", "createService", "newInsecureClientConfig", "newSecureClientConfig"];
  return [...functions, "Name", "Channel"].every((name) => typeof Reflect.get(module, name) === "function");
}
