import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { fetchDocument } from "../../../src/discovery/boundedFetch.ts";

const limits = { maxBytes: 1_000, maxRedirects: 2, timeoutMs: 10_000 };
const never = new AbortController().signal;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("fetchDocument", () => {
  it("reads a document of this machine with its type and Link headers", async () => {
    const site = await serve((_, response) => {
      response.setHeader("content-type", "text/markdown; charset=utf-8");
      response.setHeader("link", ["<https://a.example>; rel=x", "<https://b.example>; rel=y"]);
      response.end("# Acme");
    });
    expect(await fetchDocument(`${site}/llms.txt`, never, limits)).toEqual({
      kind: "document",
      url: `${site}/llms.txt`,
      contentType: "text/markdown",
      text: "# Acme",
      linkHeader: "<https://a.example>; rel=x, <https://b.example>; rel=y",
      isHtml: false,
    });
  });

  it.each([
    ["text/plain", "\n<!DOCTYPE html><p>", true],
    ["text/plain", "\uFEFF<?xml version='1.0'?>\n<!-- ours -->\n<html lang=en>", true],
    ["application/json", "<head><title>Not found</title>", true],
    ["text/html", "<p>Not found", true],
    ["text/html", "# Acme\n\n<p>Hello", false],
    ["text/markdown", "<p align=center>Acme", false],
    ["text/plain", "<htmlike>", false],
  ])("tells a page from a text by its beginning: %s %j", async (type, text, isHtml) => {
    const site = await serve((_, response) => response.setHeader("content-type", type).end(text));
    expect(await fetchDocument(site, never, limits)).toMatchObject({ kind: "document", isHtml });
  });

  it.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("unpacks %s, which nobody asked for, and counts what comes out", async (encoding, pack) => {
    const site = await serve((request, response) => {
      response.setHeader("content-encoding", encoding).end(pack("x".repeat(Number(request.url?.slice(1)))));
    });
    expect(await fetchDocument(`${site}/1000`, never, limits)).toMatchObject({ text: "x".repeat(1_000) });
    expect(await fetchDocument(`${site}/10000000`, never, limits)).toMatchObject({ reason: "too-large" });
  });

  it.each([
    ["gzip", "no gzip at all"],
    ["compress", "# Acme"],
    ["identity", "A\0c\0m\0e\0"],
  ])("names what is no text: %s %j", async (encoding, body) => {
    const site = await serve((_, response) => response.setHeader("content-encoding", encoding).end(body));
    expect(await fetchDocument(`${site}/llms.txt`, never, limits)).toMatchObject({
      reason: "not-text",
      message: expect.stringContaining("/llms.txt"),
    });
  });

  it.each([
    [1_000, "document"],
    [1_001, "too-large"],
  ])("reads %i bytes against a limit of 1000: %s", async (sizeBytes, expected) => {
    const site = await serve((_, response) => response.end("x".repeat(sizeBytes)));
    const result = await fetchDocument(site, never, limits);
    expect(result.kind === "document" ? result.kind : result.reason).toBe(expected);
  });

  it.each([
    [2, "document"],
    [3, "too-many-redirects"],
  ])("follows %i redirects against a limit of 2: %s", async (redirects, expected) => {
    const site = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end("here");
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    const result = await fetchDocument(`${site}/${redirects}`, never, limits);
    expect(result.kind === "document" ? result.kind : result.reason).toBe(expected);
  });

  it.each([
    "http://10.0.0.1/",
    "https://10.0.0.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::ffff:192.168.0.1]/",
    "https://[fe80::1]/",
    "file:///etc/passwd",
  ])("does not follow a redirect to %s", async (location) => {
    const site = await serve((_, response) => response.writeHead(302, { location }).end());
    expect(await fetchDocument(`${site}/llms.txt`, never, limits)).toMatchObject({
      kind: "failed",
      reason: "not-allowed",
      message: expect.stringContaining(`${site}/llms.txt`),
    });
  });

  it("repeats no password of an address that a site redirects to", async () => {
    const site = await serve((_, response) =>
      response.writeHead(302, { location: "https://u:planted@a.example" }).end(),
    );
    const result = await fetchDocument(site, never, limits);
    expect(result).toMatchObject({ reason: "not-allowed", message: expect.stringContaining("https://a.example/") });
    expect(result).toMatchObject({ message: expect.not.stringContaining("planted") });
  });

  it.each(["http://example.com/", "https://user:secret@example.com/", "ftp://example.com/", "not an address"])(
    "refuses %s before anything is sent",
    async (address) => {
      expect(await fetchDocument(address, never, limits)).toMatchObject({ kind: "failed", reason: "not-allowed" });
    },
  );

  it.each([
    [404, "not-found"],
    [500, "status"],
  ])("tells HTTP %i apart: %s", async (status, reason) => {
    const site = await serve((_, response) => response.writeHead(status).end());
    expect(await fetchDocument(site, never, limits)).toMatchObject({ kind: "failed", reason });
  });

  it("ends in time with a site that never ends, though garbage is collected meanwhile", async () => {
    setFlagsFromString("--expose-gc");
    const collectGarbage: unknown = runInNewContext("gc");
    const endless = await serve((_, response) => {
      const writing = setInterval(() => {
        response.write(" ");
        if (typeof collectGarbage === "function") collectGarbage();
      }, 5);
      response.on("close", () => clearInterval(writing));
    });
    const bounds = { ...limits, maxBytes: Number.POSITIVE_INFINITY, timeoutMs: 200 };
    expect(await fetchDocument(endless, never, bounds)).toMatchObject({ reason: "timeout" });
  });

  it("ends when the site is silent, when the caller cancels and when nobody listens", async () => {
    const silent = await serve(() => {});
    expect(await fetchDocument(silent, never, { ...limits, timeoutMs: 20 })).toMatchObject({ reason: "timeout" });
    const cancel = new AbortController();
    const cancelled = fetchDocument(silent, cancel.signal, limits);
    cancel.abort();
    expect(await cancelled).toMatchObject({ reason: "cancelled" });
    const gone = await serve(() => {});
    servers.pop()?.close();
    expect(await fetchDocument(gone, never, limits)).toMatchObject({
      reason: "unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});
