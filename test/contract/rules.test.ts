import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { Failure, notFound } from "#lib/failures.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import type { Send } from "#test/support/calls/api-client.ts";
import { captureLines, type EndpointHandler } from "#test/support/calls/invoke.ts";
import { endpointSpec } from "#test/support/calls/specs.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { keepsTagsApart, variesByCredential } from "./cache-rules.ts";
import { exampleOf } from "./examples.ts";
import {
  GATEWAY,
  type Refuse,
  subjectOf,
  THING_PAGE,
  THING_SPEC,
  THING_TOKEN,
  thingEndpoint,
} from "./fixture.ts";
import { answersHead, namesItsMethods } from "./method-rules.ts";
import { refusesBrokenForms, refusesOtherClients, takesForms } from "./oauth-rules.ts";
import { allowsNoOtherSite, tellsWhatIsMissing } from "./page-rules.ts";
import { deniedCalls, strayFailures, unusedPermissions } from "./permissions.ts";
import { refusesStaleChanges, replaysWrites, tagsWhatIsReadAlone } from "./repetition-rules.ts";
import {
  hidesWhatIsOthers,
  namesMissingScope,
  needsCredential,
  RULES,
  refusesBrokenBodies,
  refusesNonsenseIds,
  refusesUnknownFields,
  refusesWrongCredential,
  repliesAsDeclared,
} from "./rules.ts";

useLocalTable();

beforeEach(() => {
  captureLines();
});

const { body: _, aliases: __, ...WITHOUT_BODY } = THING_SPEC;
const GET_SPEC: EndpointSpec = { ...WITHOUT_BODY, id: "things.get", route: "GET /things/{id}" };

/** An endpoint whose spec differs from one that keeps every rule. */
const changed = (changes: object) => subjectOf(thingEndpoint({ ...THING_SPEC, ...changes }));
const refusing = (refuse: Refuse) => subjectOf(thingEndpoint(THING_SPEC, refuse));

describe("the rules of an endpoint", () => {
  it.each(RULES)("let one pass that $sentence", async ({ rule, isFor }) => {
    const kinds: EndpointHandler[] = [thingEndpoint(), thingEndpoint(GET_SPEC), THING_PAGE, THING_TOKEN];
    const handlers = kinds.filter(({ spec }) => isFor(spec));
    expect(handlers).not.toHaveLength(0);
    for (const handler of handlers) await rule(subjectOf(handler));
  });

  it("catch a 401 that does not say how to authenticate", async () => {
    const mute = subjectOf(thingEndpoint(), { ...GATEWAY, unauthorized: {} });
    await expect(needsCredential(mute)).rejects.toThrow();
    const vague = subjectOf(thingEndpoint(), { ...GATEWAY, invalidToken: GATEWAY.unauthorized });
    await expect(refusesWrongCredential(vague)).rejects.toThrow();
  });

  it("catch an endpoint that needs no scope", async () => {
    await expect(namesMissingScope(changed({ scopes: [] }))).rejects.toThrow("declares a scope");
  });

  it.each<[string, Refuse]>([
    ["another status", ({ isThere }) => (isThere ? new Failure("forbidden") : notFound("Thing"))],
    ["another text", ({ isThere }) => notFound(isThere ? "Your thing" : "Thing")],
    [
      "another header",
      ({ isThere }) =>
        new Failure("not_found", "Thing not found.", { headers: isThere ? { ETag: '"1"' } : {} }),
    ],
  ])("catch an endpoint that answers for somebody else's with %s", async (_, refuse) => {
    await expect(hidesWhatIsOthers(refusing(refuse))).rejects.toThrow();
  });

  it("catch an endpoint that lets a stranger in", async () => {
    const open = subjectOf(thingEndpoint());
    await expect(
      hidesWhatIsOthers({ ...open, stranger: { ...open.stranger, key: "owner" } }),
    ).rejects.toThrow();
  });

  it("catch an endpoint that takes any text for an id", async () => {
    await expect(refusesNonsenseIds(changed({ path: z.object({ id: z.string() }) }))).rejects.toThrow(
      "takes any text",
    );
  });

  it("catch an endpoint that drops unknown fields in silence", async () => {
    await expect(refusesUnknownFields(changed({ body: z.object({ name: z.string() }) }))).rejects.toThrow();
  });

  it("catch an endpoint that takes anything for a body", async () => {
    await expect(refusesBrokenBodies(changed({ body: z.unknown() }))).rejects.toThrow();
  });

  it("catch a reply that says more than it declares, or less, or nothing by an alias", async () => {
    const subject = subjectOf(thingEndpoint());
    const declaring = (response: z.ZodType) =>
      repliesAsDeclared({ ...subject, spec: { ...THING_SPEC, response } });
    await expect(declaring(z.object({ thing: z.object({ id: z.int() }) }))).rejects.toThrow();
    await expect(declaring(z.object({ thing: z.unknown(), message: z.string() }))).rejects.toThrow();
    const spec = { ...THING_SPEC, aliases: ["PATCH /elsewhere/{id}"] as const };
    await expect(repliesAsDeclared({ ...subject, spec })).rejects.toThrow();
  });

  it("catch a write that forgets its key, a resource without a lasting tag, and one that ignores a condition", async () => {
    const forgetful = subjectOf(thingEndpoint({ ...THING_SPEC, scopes: "public" }));
    await expect(replaysWrites(forgetful)).rejects.toThrow();
    let reads = 0;
    const unstable = endpoint(GET_SPEC, async () => ({ thing: { id: ++reads, name: "red" } }));
    await expect(tagsWhatIsReadAlone(subjectOf(unstable))).rejects.toThrow();
    const careless = endpoint(THING_SPEC, async () => ({ thing: { id: 1, name: "red" } }));
    await expect(refusesStaleChanges(subjectOf(careless))).rejects.toThrow();
  });

  it("catch a page that fails as an API does, and one that other sites may read", async () => {
    const spec = { ...GET_SPEC, route: "GET /things/1", scopes: "public", protocol: "page" } as const;
    const api = subjectOf(thingEndpoint(spec));
    await expect(tellsWhatIsMissing(api)).rejects.toThrow();
    await expect(allowsNoOtherSite(api)).rejects.toThrow();
  });

  it("catch an OAuth endpoint that takes JSON alone, fails as others do, or lets anybody in", async () => {
    const spec = { ...THING_TOKEN.spec, scopes: "public" } as const;
    const { protocol: _, ...plain } = spec;
    const api = subjectOf(endpoint(plain, async () => ({ name: "red" })));
    await expect(takesForms(api)).rejects.toThrow();
    await expect(refusesBrokenForms(api)).rejects.toThrow();
    await expect(refusesOtherClients(api)).rejects.toThrow();
  });

  it("catch an answer that caches share, and one tag for what callers see differently", async () => {
    const subject = subjectOf(thingEndpoint(GET_SPEC));
    const shared: Send = async (ask) => ({ ...(await subject.send(ask)), headers: { vary: "Accept" } });
    await expect(variesByCredential({ ...subject, send: shared })).rejects.toThrow();
    const careless: Send = async (ask) => {
      const answer = await subject.send(ask);
      return ask.headers?.["If-None-Match"] === undefined ? answer : { ...answer, status: 304 };
    };
    await expect(keepsTagsApart({ ...subject, send: careless })).rejects.toThrow();
  });

  it("catch a HEAD with a body", async () => {
    const wordy = subjectOf(thingEndpoint(GET_SPEC), { ...GATEWAY, cutsBodyOfHead: false });
    await expect(answersHead(wordy)).rejects.toThrow();
  });

  it("catch a preflight or a 405 that does not name the methods", async () => {
    for (const broken of [{ preflight: {} }, { notAllowed: {} }]) {
      const subject = subjectOf(thingEndpoint(), { ...GATEWAY, ...broken });
      await expect(namesItsMethods(subject)).rejects.toThrow();
    }
  });

  it("catch a call that was not granted, and a permission that was not used", () => {
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

  it("catch a failure that is not declared, a crash and a line that is none", () => {
    const declared = JSON.stringify({ level: "info", event: "call", failure: "not_found" });
    const undeclared = JSON.stringify({ level: "info", failure: "conflict", undeclared: true });
    const crash = JSON.stringify({ level: "error", event: "call", error: "TypeError" });
    const lines = [declared, undeclared, crash, "    at somewhere (index.mjs:1:1)"];
    expect(strayFailures(lines)).toEqual(lines.slice(1));
  });

  it("ask for an example where they cannot do without one, and say where to add it", () => {
    const byId = endpointSpec({ id: "things.get", route: "GET /things/{id}" });
    expect(() => exampleOf(byId)).toThrow('things.get: add `path` to "things" in test/contract/examples.ts');
    const create = { ...endpointSpec({ id: "things.create", route: "POST /things" }), body: z.object({}) };
    expect(() => exampleOf(create)).toThrow('add `body` to "things.create" in test/contract/examples.ts');
    expect(exampleOf(endpointSpec({ id: "things.list", route: "GET /things" }))).toEqual({});
  });
});
