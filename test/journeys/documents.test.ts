import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get as httpGet } from "node:http";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { PROJECT } from "#infra/project.ts";
import { clientOf } from "#test/support/calls/api-client.ts";
import { useSharedCloud } from "#test/support/cloud/cloud.ts";

const cloud = useSharedCloud();
const get = (path: string) => clientOf(cloud().baseUrl)({ method: "GET", path });

const Catalog = z.object({
  linkset: z.array(z.record(z.string(), z.union([z.string(), z.array(z.object({ href: z.url() }))]))),
});

describe("a visitor of the service", () => {
  it("finds the API, the MCP server and their documents in the API catalog", async () => {
    const { headers, json } = await get("/.well-known/api-catalog");
    expect(headers["content-type"]).toBe(
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    );
    const { linkset } = Catalog.parse(json);
    const documents = linkset
      .flatMap((links) => Object.values(links))
      .filter((value) => typeof value !== "string");
    expect(linkset.map(({ anchor }) => anchor)).toEqual([cloud().baseUrl, `${cloud().baseUrl}/mcp`]);
    expect(documents.flat()).toHaveLength(3);
    for (const { href } of documents.flat()) expect((await fetch(href)).status).toBe(200);
  });

  it("finds the address for security reports", async () => {
    const { headers, text } = await get("/.well-known/security.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    const fields = Object.fromEntries(
      text
        .trim()
        .split("\n")
        .map((line) => line.split(": ")),
    );
    expect(fields).toMatchObject({
      Contact: expect.stringMatching(/^mailto:/),
      Canonical: expect.any(String),
    });
    expect(Date.parse(fields["Expires"])).toBeGreaterThan(Date.now());
  });

  it("finds an introduction for language models, with working links", async () => {
    const { text } = await get("/llms.txt");
    const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(3);
    for (const href of links) expect([href, (await fetch(href)).status]).toEqual([href, 200]);
  });
});

describe("the OpenAPI document", () => {
  it("is served as committed, with and without the stage in the path", async () => {
    const committed = await readFile(join(PROJECT, "docs/openapi.json"), "utf8");
    expect((await get("/openapi.json")).json).toEqual(JSON.parse(committed));
    const root = await fetch(`${new URL(cloud().baseUrl).origin}/openapi.json`);
    expect(root.headers.get("access-control-allow-origin")).toBe("*");
    expect(await root.json()).toMatchObject({ openapi: "3.1.0", servers: [{ url: "/v1" }] });
  });

  it("is sent once to a client that caches it, with and without compression", async () => {
    const url = `${cloud().baseUrl}/openapi.json`;
    const tags = new Set<string>();
    for (const encoding of ["identity", "gzip"]) {
      const first = await fetch(url, { headers: { "Accept-Encoding": encoding } });
      const tag = first.headers.get("etag") ?? "";
      tags.add(tag);
      const headers = { "Accept-Encoding": encoding, "If-None-Match": tag };
      expect((await fetch(url, { headers })).status).toBe(304);
    }
    expect(tags.size).toBe(2);
  });
});

describe("the script of the docs page", () => {
  it("fits into a compressed response", async () => {
    const gzipped = await readFile(join(PROJECT, ".build/functions/documents.reference/reference.js.gz"));
    const { text, headers } = await get("/docs/reference.js");
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(text).toBe(gunzipSync(gzipped).toString());
    expect(gzipped.length).toBeLessThan(2_000_000);
  });

  it("is compressed for a client that names no encoding", async () => {
    const [response] = await once(httpGet(`${cloud().baseUrl}/docs/reference.js`), "response");
    response.resume();
    expect([response.statusCode, response.headers["content-encoding"]]).toEqual([200, "gzip"]);
  });

  it.each(["identity", "gzip;q=0", "br"])("is never sent uncompressed: %s", async (encoding) => {
    const url = `${cloud().baseUrl}/docs/reference.js`;
    const response = await fetch(url, { headers: { "Accept-Encoding": encoding } });
    expect([response.status, await response.json()]).toMatchObject([406, { code: "not_acceptable" }]);
  });

  it("has an empty body for HEAD, and all its headers", async () => {
    const url = `${cloud().baseUrl}/docs/reference.js`;
    const response = await fetch(url, { method: "HEAD", headers: { "Accept-Encoding": "gzip" } });
    expect([response.status, response.headers.get("etag")]).toEqual([200, expect.stringMatching(/-gzip"$/)]);
  });
});
