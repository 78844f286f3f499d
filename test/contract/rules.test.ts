import { describe, expect, it } from "vitest";
import * as z from "zod";
import { endpoint } from "#lib/entry/http/endpoint.ts";
import { Failure, notFound } from "#lib/failures.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import type { EndpointHandler } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { separatesEntityTags, variesByCredential } from "./cache-rules.ts";
import { exampleOf } from "./examples.ts";
import {
  GATEWAY,
  type Reject,
  subjectOf,
  THING_PAGE,
  THING_SPEC,
  THING_TOKEN,
  type ThingSpec,
  thingEndpoint,
  thingReader,
} from "./fixture.ts";
import { answersHead, listsMethods } from "./method-rules.ts";
import { acceptsForms, rejectsBrokenForms, rejectsOtherClients } from "./oauth-rules.ts";
import { rejectsOtherOrigins, showsErrorPage } from "./page-rules.ts";
import { deniedCalls, undeclaredFailures, unusedPermissions } from "./permissions.ts";
import { rejectsStaleChanges, replaysWrites, returnsEntityTag } from "./repetition-rules.ts";
import {
  hidesOthersResources,
  namesMissingScope,
  needsCredential,
  RULES,
  rejectsBrokenBodies,
  rejectsInvalidIds,
  rejectsUnknownFields,
  rejectsWrongCredential,
  respondsAsDeclared,
} from "./rules.ts";

useLocalTable();

const { aliases: _, ...WITHOUT_ALIAS } = THING_SPEC;
const { body: __, ...WITHOUT_BODY } = THING_SPEC.input;
const GET_SPEC: ThingSpec = {
  ...WITHOUT_ALIAS,
  input: WITHOUT_BODY,
  id: "things.get",
  route: "GET /things/{id}",
};

/** An endpoint whose spec has changes. */
const changed = (changes: object) => subjectOf(thingEndpoint({ ...THING_SPEC, ...changes }));
const changedInput = (changes: object) => changed({ input: { ...THING_SPEC.input, ...changes } });
const rejecting = (reject: Reject) => subjectOf(thingEndpoint(THING_SPEC, reject));

describe("the rules of an endpoint", () => {
  it.each(RULES)("accept an endpoint that $sentence", async ({ rule, isFor }) => {
    const kinds: EndpointHandler[] = [thingEndpoint(), thingReader(GET_SPEC), THING_PAGE, THING_TOKEN];
    const handlers = kinds.filter(({ spec }) => isFor(spec));
    expect(handlers).not.toHaveLength(0);
    for (const handler of handlers) await rule(subjectOf(handler));
  });

  it("catch a 401 that does not say how to authenticate", async () => {
    const mute = subjectOf(thingEndpoint(), { ...GATEWAY, unauthorized: {} });
    await expect(needsCredential(mute)).rejects.toThrow();
    const vague = subjectOf(thingEndpoint(), { ...GATEWAY, invalidToken: GATEWAY.unauthorized });
    await expect(rejectsWrongCredential(vague)).rejects.toThrow();
  });

  it("catch an endpoint that needs no scope", async () => {
    await expect(namesMissingScope(changed({ scopes: [] }))).rejects.toThrow("declares a scope");
  });

  it.each<[string, Reject]>([
    ["another status", ({ exists }) => (exists ? new Failure("forbidden") : notFound("Thing"))],
    ["another text", ({ exists }) => notFound(exists ? "Your thing" : "Thing")],
    [
      "another header",
      ({ exists }) =>
        new Failure("not_found", "Thing not found.", { headers: exists ? { ETag: '"1"' } : {} }),
    ],
  ])("catch an endpoint that returns %s for another user's resource", async (_, reject) => {
    await expect(hidesOthersResources(rejecting(reject))).rejects.toThrow();
  });

  it("catch an endpoint that gives a stranger access", async () => {
    const open = subjectOf(thingEndpoint());
    await expect(
      hidesOthersResources({ ...open, stranger: { ...open.stranger, key: "owner" } }),
    ).rejects.toThrow();
  });

  it("catch an endpoint that accepts any text as an id", async () => {
    await expect(rejectsInvalidIds(changedInput({ path: z.object({ id: z.string() }) }))).rejects.toThrow(
      "accepts any text",
    );
  });

  it("catch an endpoint that ignores unknown fields", async () => {
    await expect(
      rejectsUnknownFields(changedInput({ body: z.object({ name: z.string() }) })),
    ).rejects.toThrow();
  });

  it("catch an endpoint that accepts anything as a body", async () => {
    await expect(rejectsBrokenBodies(changedInput({ body: z.unknown() }))).rejects.toThrow();
  });

  it("catch a response with more or less than declared, and an alias that does not work", async () => {
    const subject = subjectOf(thingEndpoint());
    const declaring = (response: z.ZodType) =>
      respondsAsDeclared({ ...subject, spec: { ...THING_SPEC, response } });
    await expect(declaring(z.object({ thing: z.object({ id: z.int() }) }))).rejects.toThrow();
    await expect(declaring(z.object({ thing: z.unknown(), message: z.string() }))).rejects.toThrow();
    const spec = { ...THING_SPEC, aliases: ["PATCH /elsewhere/{id}"] as const };
    await expect(respondsAsDeclared({ ...subject, spec })).rejects.toThrow();
  });

  it("catch a write that ignores its key, a resource with an unstable tag, and one that ignores a condition", async () => {
    const forgetful = subjectOf(thingEndpoint({ ...THING_SPEC, scopes: "public" }));
    await expect(replaysWrites(forgetful)).rejects.toThrow();
    let reads = 0;
    const unstable = endpoint(GET_SPEC, async () => ({ thing: { id: ++reads, name: "red" } }));
    await expect(returnsEntityTag(subjectOf(unstable))).rejects.toThrow();
    const careless = endpoint(THING_SPEC, async () => ({ thing: { id: 1, name: "red" } }));
    await expect(rejectsStaleChanges(subjectOf(careless))).rejects.toThrow();
  });

  it("catch a page that returns problem documents, and one that other sites may read", async () => {
    const spec = { ...GET_SPEC, route: "GET /things/1", scopes: "public", protocol: "page" } as const;
    const api = subjectOf(thingEndpoint(spec));
    await expect(showsErrorPage(api)).rejects.toThrow();
    await expect(rejectsOtherOrigins(api)).rejects.toThrow();
  });

  it("catch an OAuth endpoint that accepts only JSON, returns problem documents, or accepts any client", async () => {
    const spec = { ...THING_TOKEN.spec, scopes: "public" } as const;
    const { protocol: _, ...plain } = spec;
    const api = subjectOf(endpoint(plain, async () => ({ name: "red" })));
    await expect(acceptsForms(api)).rejects.toThrow();
    await expect(rejectsBrokenForms(api)).rejects.toThrow();
    await expect(rejectsOtherClients(api)).rejects.toThrow();
  });

  it("catch a response that caches share, and one tag for different responses", async () => {
    const subject = subjectOf(thingReader(GET_SPEC));
    const shared: Send = async (request) => ({
      ...(await subject.send(request)),
      headers: { vary: "Accept" },
    });
    await expect(variesByCredential({ ...subject, send: shared })).rejects.toThrow();
    const careless: Send = async (request) => {
      const response = await subject.send(request);
      return request.headers?.["If-None-Match"] === undefined ? response : { ...response, status: 304 };
    };
    await expect(separatesEntityTags({ ...subject, send: careless })).rejects.toThrow();
  });

  it("catch a HEAD with a body", async () => {
    const wordy = subjectOf(thingReader(GET_SPEC), { ...GATEWAY, cutsBodyOfHead: false });
    await expect(answersHead(wordy)).rejects.toThrow();
  });

  it("catch a preflight or a 405 that does not name the methods", async () => {
    for (const broken of [{ preflight: {} }, { notAllowed: {} }]) {
      const subject = subjectOf(thingEndpoint(), { ...GATEWAY, ...broken });
      await expect(listsMethods(subject)).rejects.toThrow();
    }
  });

  it("catch a denied call and an unused permission", () => {
    const counts = new Map([
      ["dynamodb:GetItem", { allowed: 1, denied: 0 }],
      ["dynamodb:PutItem", { allowed: 0, denied: 1 }],
    ]);
    const usage = new Map([["things.get", counts]]);
    expect(deniedCalls(usage, "things.get")).toEqual(["dynamodb:PutItem"]);
    const spec = endpointSpec({ permissions: ["table:GetItem", "table:PutItem", "secrets:Encrypt"] });
    expect(unusedPermissions(usage, spec)).toEqual(["table:PutItem", "secrets:Encrypt"]);
    expect(unusedPermissions(new Map(), spec)).toEqual(spec.permissions);
  });

  it("catch an undeclared failure, a crash and a line that is not JSON", () => {
    const declared = JSON.stringify({ level: "info", event: "call", failure: "not_found" });
    const undeclared = JSON.stringify({ level: "info", failure: "conflict", undeclared: true });
    const crash = JSON.stringify({ level: "error", event: "call", error: "TypeError" });
    const lines = [declared, undeclared, crash, "    at somewhere (index.mjs:1:1)"];
    expect(undeclaredFailures(lines)).toEqual(lines.slice(1));
  });

  it("require an example where it is necessary, and name the file for it", () => {
    const byId = endpointSpec({ id: "things.get", route: "GET /things/{id}" });
    expect(() => exampleOf(byId)).toThrow('things.get: add `path` to "things" in test/contract/examples.ts');
    const create = {
      ...endpointSpec({ id: "things.create", route: "POST /things" }),
      input: { body: z.object({}) },
    };
    expect(() => exampleOf(create)).toThrow('add `body` to "things.create" in test/contract/examples.ts');
    expect(exampleOf(endpointSpec({ id: "things.list", route: "GET /things" }))).toEqual({});
  });
});
