import { expect } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/entry/http/spec.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { separatesEntityTags, variesByCredential } from "./cache-rules.ts";
import { expectProblem } from "./expect-problem.ts";
import { answersHead, listsMethods } from "./method-rules.ts";
import { acceptsForms, rejectsBrokenForms, rejectsOtherClients } from "./oauth-rules.ts";
import { rejectsOtherOrigins, showsErrorPage } from "./page-rules.ts";
import {
  rejectsOtherMediaTypes,
  rejectsStaleChanges,
  replaysWrites,
  returnsEntityTag,
} from "./repetition-rules.ts";
import {
  everyRoute,
  nonsensePath,
  ownersPath,
  ownersRequest,
  parametersOf,
  type Rule,
  requestTo,
} from "./subject.ts";

const isPublic = (spec: EndpointSpec): boolean => spec.scopes === "public";
const isProtected = (spec: EndpointSpec): boolean => !isPublic(spec);
const isPage = (spec: EndpointSpec): boolean => spec.protocol === "page";
const isOAuth = (spec: EndpointSpec): boolean => spec.protocol === "oauth";
const isMcp = (spec: EndpointSpec): boolean => spec.protocol === "mcp";
const isApi = (spec: EndpointSpec): boolean => !isPage(spec);
const isRead = (spec: EndpointSpec): boolean => spec.route.startsWith("GET ");
/** JSON-RPC has its own errors and repetitions. */
const isRest = (spec: EndpointSpec): boolean => isProtected(spec) && !isMcp(spec);
const isProtectedWrite = (spec: EndpointSpec): boolean => isRest(spec) && !isRead(spec);
const hasParameters = (spec: EndpointSpec): boolean => parametersOf(spec).length > 0;
const takesBody = (spec: EndpointSpec): boolean => spec.input.body !== undefined;
/** Older clients of this endpoint send unknown fields. */
const IGNORES_UNKNOWN_FIELDS = new Set(["bookings.create"]);
const TOO_LARGE = 262_145;

/** Without a credential: 401 with the URL of the metadata. */
export const needsCredential: Rule = async (subject) => {
  const answer = await subject.send(await requestTo(subject));
  expectProblem(answer, "unauthorized");
  expect(answer.headers["www-authenticate"]).toMatch(/^Bearer (?!error).*resource_metadata="http/);
};

/** With an unknown credential: 401 with `invalid_token`. */
export const rejectsWrongCredential: Rule = async (subject) => {
  const answer = await subject.send({ ...(await requestTo(subject)), key: `sk_${"x".repeat(43)}` });
  expectProblem(answer, "invalid_token");
  expect(answer.headers["www-authenticate"]).toMatch(
    /^Bearer error="invalid_token",.* resource_metadata="http/,
  );
};

/** With a token without the scope: 403 with the names of the missing scopes. */
export const namesMissingScope: Rule = async (subject) => {
  const { spec, owner, invoke } = subject;
  const token: Caller = { ...owner.caller, scopes: [], credentialId: "grant-1" };
  expect(spec.scopes, "an endpoint that is not public declares a scope").not.toHaveLength(0);
  const { status, json } = await invoke({ caller: token });
  expect([status, json["code"]]).toEqual([403, "insufficient_scope"]);
  for (const scope of spec.scopes) expect(json["detail"]).toContain(scope);
};

/** Another user's resource gets the same response as a missing one, and the owner can still access it. */
export const hidesOthersResources: Rule = async (subject) => {
  const { send, stranger } = subject;
  const path = await ownersPath(subject);
  const foreign = await send({ ...(await requestTo(subject, { path })), key: stranger.key });
  const missing = await send({ ...(await requestTo(subject)), key: stranger.key });
  expectProblem(missing, "not_found");
  expect(comparable(foreign)).toEqual(comparable(missing));
  const own = await send({ ...(await requestTo(subject, { path })), key: subject.owner.key });
  expect(own.status, own.text).toBe(200);
};

/** Headers that differ between any two responses. */
const VARIES = /^(date|content-length|x-request-id|x-amzn-.*|x-amz-.*|(x-)?ratelimit.*)$/;

function comparable({ status, headers, json }: ApiResponse): object {
  const { requestId: _, instance: __, ...body } = json;
  const compared = Object.entries(headers).map(([name, value]) => [
    name,
    VARIES.test(name) ? "varies" : value,
  ]);
  return { status, headers: Object.fromEntries(compared), body };
}

/** An invalid id: 400 with its pointer. */
export const rejectsInvalidIds: Rule = async (subject) => {
  const path = nonsensePath(subject);
  if (!path) throw new Error(`${subject.spec.id}: the path accepts any text; limit it`);
  const answer = await subject.send({ ...(await requestTo(subject, { path })), key: subject.owner.key });
  expectProblem(answer, "invalid_request");
  expect(pointersIn(answer)).toContainEqual(expect.stringMatching(/^#\/path(\/|$)/));
};

/** An unknown field: 400 with its pointer. */
export const rejectsUnknownFields: Rule = async (subject) => {
  const request = await ownersRequest(subject);
  const body = { ...(request.body as object), notAField: 1 };
  const answer = await subject.send({ ...request, body, key: subject.owner.key });
  if (IGNORES_UNKNOWN_FIELDS.has(subject.spec.id)) {
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).not.toContain("notAField");
    return;
  }
  expectProblem(answer, "invalid_request");
  expect(pointersIn(answer)).toContain("#/notAField");
};

function pointersIn({ json }: ApiResponse): string[] {
  const { errors = [] } = json as { errors?: { pointer: string }[] };
  return errors.map(({ pointer }) => pointer);
}

/** A body that is not JSON, has another media type, or is too large: 400, 415, 413. */
export const rejectsBrokenBodies: Rule = async (subject) => {
  const { send, owner } = subject;
  const request = { ...(await requestTo(subject)), key: owner.key };
  expectProblem(await send({ ...request, body: "{" }), "invalid_request");
  expectProblem(await send({ ...request, body: "null" }), "invalid_request");
  const plain = { ...request, body: "{}", headers: { "Content-Type": "text/plain" } };
  expectProblem(await send(plain), "unsupported_media_type");
  expectProblem(await send({ ...request, body: " ".repeat(TOO_LARGE) }), "payload_too_large");
};

/** An own resource, at every route: 200 with exactly the fields of the response schema. */
export const respondsAsDeclared: Rule = async (subject) => {
  const { spec, send, owner } = subject;
  for (const route of everyRoute(subject)) {
    const request = await ownersRequest(subject, route);
    const answer = await send({ ...request, ...(isPublic(spec) ? {} : { key: owner.key }) });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers["x-request-id"]).toBeTruthy();
    const shown = spec.response instanceof z.ZodString ? answer.text : answer.json;
    expect(spec.response.parse(shown)).toEqual(shown);
  }
};

/**
 * A rule with the sentence that follows the endpoint's id in test names, and the endpoints to which it applies. With `usesPermissions`, it
 * succeeds only with the permissions of their roles and the files of their bundles, so it is tested with them.
 */
interface RuleOfEndpoints {
  sentence: string;
  rule: Rule;
  isFor: (spec: EndpointSpec) => boolean;
  usesPermissions?: true;
}

/** The rules of all endpoints. */
export const RULES: RuleOfEndpoints[] = [
  { sentence: "needs a credential", rule: needsCredential, isFor: isProtected },
  { sentence: "rejects a wrong credential", rule: rejectsWrongCredential, isFor: isProtected },
  {
    sentence: "names the scope that is missing",
    rule: namesMissingScope,
    isFor: isRest,
  },
  {
    sentence: "hides other users' resources",
    rule: hidesOthersResources,
    isFor: (spec) => isProtected(spec) && hasParameters(spec),
  },
  {
    sentence: "rejects an invalid id",
    rule: rejectsInvalidIds,
    isFor: (spec) => isApi(spec) && hasParameters(spec),
  },
  {
    sentence: "rejects an unknown field with its pointer",
    rule: rejectsUnknownFields,
    isFor: (spec) => isRest(spec) && takesBody(spec),
  },
  {
    sentence: "rejects a broken body",
    rule: rejectsBrokenBodies,
    isFor: (spec) => isRest(spec) && takesBody(spec),
  },
  { sentence: "responds as declared", rule: respondsAsDeclared, isFor: isApi, usesPermissions: true },
  {
    sentence: "replays a repeated write",
    rule: replaysWrites,
    isFor: isProtectedWrite,
    usesPermissions: true,
  },
  {
    sentence: "returns an entity tag",
    rule: returnsEntityTag,
    isFor: (spec) => isProtected(spec) && isRead(spec) && !spec.streams,
  },
  {
    sentence: "rejects a change with an outdated If-Match",
    rule: rejectsStaleChanges,
    isFor: (spec) => isProtectedWrite(spec) && hasParameters(spec) && !spec.route.startsWith("POST "),
  },
  { sentence: "rejects other media types", rule: rejectsOtherMediaTypes, isFor: isRest },
  { sentence: "varies by credential", rule: variesByCredential, isFor: isProtected },
  {
    sentence: "has different entity tags for different responses",
    rule: separatesEntityTags,
    isFor: (spec) => isProtected(spec) && isRead(spec) && !spec.streams,
  },
  {
    sentence: "answers HEAD as GET",
    rule: answersHead,
    isFor: (spec) => isApi(spec) && isRead(spec),
    usesPermissions: true,
  },
  { sentence: "names the methods it takes", rule: listsMethods, isFor: isApi },
  { sentence: "shows an error page if a parameter is missing", rule: showsErrorPage, isFor: isPage },
  { sentence: "can't be read by other sites", rule: rejectsOtherOrigins, isFor: isPage },
  { sentence: "accepts forms and JSON, and must not be cached", rule: acceptsForms, isFor: isOAuth },
  { sentence: "rejects a broken body with an OAuth error", rule: rejectsBrokenForms, isFor: isOAuth },
  {
    sentence: "rejects a client with a wrong secret",
    rule: rejectsOtherClients,
    isFor: isOAuth,
    usesPermissions: true,
  },
];
