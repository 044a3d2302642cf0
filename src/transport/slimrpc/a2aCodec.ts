import { createFileRegistry, type DescMethod, fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
import { base64Decode } from "@bufbuild/protobuf/wire";
import {
  FileDescriptorProtoSchema,
  file_google_protobuf_empty,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
} from "@bufbuild/protobuf/wkt";
import { isObject } from "../../protocol/json/jsonObject.ts";
import { errorMessage } from "../../protocol/text/errorMessage.ts";
import { a2aDescriptor } from "./generated/a2aDescriptor.ts";

/** One method of A2A with the encoding of its messages. */
export interface A2aMethodCodec {
  readonly isStreaming: boolean;
  /** The parameters, canonical protobuf JSON, in binary; or why they cannot be, naming the member. */
  encode(params: unknown): { readonly ok: true; readonly bytes: Uint8Array } | Undecodable;
  /** A response or an item of a stream as canonical JSON. */
  decode(bytes: Uint8Array): { readonly ok: true; readonly json: unknown } | Undecodable;
}

interface Undecodable {
  readonly ok: false;
  readonly message: string;
}

/** The codec of a method of A2A 1.0 by its JSON-RPC name, which is its name in protobuf; undefined for another name. */
export function a2aMethodCodec(name: string): A2aMethodCodec | undefined {
  const { service, registry } = definitions();
  const method = service?.methods.find((known) => known.name === name);
  return method && { isStreaming: method.methodKind === "server_streaming", ...codecOf(method, registry) };
}

type Registry = ReturnType<typeof createFileRegistry>;

function codecOf(method: DescMethod, registry: Registry): Pick<A2aMethodCodec, "encode" | "decode"> {
  return {
    encode(params) {
      if (!isObject(params)) return { ok: false, message: "`params` is not an object." };
      try {
        // The text of the request was JSON: nothing else can be in its values.
        const message = fromJson(method.input, JSON.parse(JSON.stringify(params)), { registry });
        return { ok: true, bytes: toBinary(method.input, message) };
      } catch (error) {
        return { ok: false, message: errorMessage(error) };
      }
    },
    decode(bytes) {
      try {
        return { ok: true, json: toJson(method.output, fromBinary(method.output, bytes), { registry }) };
      } catch (error) {
        return { ok: false, message: errorMessage(error) };
      }
    },
  };
}

interface Definitions {
  readonly registry: Registry;
  readonly service: ReturnType<Registry["getService"]>;
}

let loaded: Definitions | undefined;

/** Read on first use: 15 ms that only a call over SLIMRPC needs. */
function definitions(): Definitions {
  if (loaded) return loaded;
  const imported = new Map(
    [file_google_protobuf_empty, file_google_protobuf_struct, file_google_protobuf_timestamp].map((file) => [
      file.proto.name,
      file,
    ]),
  );
  const file = fromBinary(FileDescriptorProtoSchema, base64Decode(a2aDescriptor));
  const registry = createFileRegistry(file, (name) => imported.get(name));
  loaded = { registry, service: registry.getService("lf.a2a.v1.A2AService") };
  return loaded;
}
