import { expect } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import type { EndpointSpec } from "#lib/http/spec.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { keepsTagsApart, variesByCredential } from "./cache-rules.ts";
import { expectProblem } from "./expect-problem.ts";
import { answersHead, namesItsMethods } from "./method-rules.ts";
import { refusesBrokenForms, refusesOtherClients, takesForms } from "./oauth-rules.ts";
import { allowsNoOtherSite, tellsWhatIsMissing } from "./page-rules.ts";
import {
  refusesOtherMediaTypes,
  refusesStaleChanges,
  replaysWrites,
  tagsWhatIsReadAlone,
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
/** JSON-RPC has errors and repetitions of its own. */
const isRest = (spec: EndpointSpec): boolean => isProtected(spec) && !isMcp(spec);
const isProtectedWrite = (spec: EndpointSpec): boolean => isRest(spec) && !isRead(spec);
const hasParameters = (spec: EndpointSpec): boolean => parametersOf(spec).length > 0;
const takesBody = (spec: EndpointSpec): boolean => spec.body !== undefined;
/** Older clients of one endpoint send fields nobody knows. */
const IGNORES_UNKNOWN_FIELDS = new Set(["bookings.create"]);
const TOO_LARGE = 262_145;

/** Without a credential: 401, and how to send one. */
export const needsCredential: Rule = async (subject) => {
  const answer = await subject.send(await requestTo(subject));
  expectProblem(answer, "unauthorized");
  expect(answer.headers["www-authenticate"]).toMatch(/^Bearer (?!error).*resource_metadata="http/);
};

/** With a credential nobody has: 401, and that it is not valid. */
export const refusesWrongCredential: Rule = async (subject) => {
  const answer = await subject.send({ ...(await requestTo(subject)), key: `sk_${"x".repeat(43)}` });
  expectProblem(answer, "invalid_token");
  expect(answer.headers["www-authenticate"]).toMatch(
    /^Bearer error="invalid_token",.* resource_metadata="http/,
  );
};

/** With a token of any other scope: 403, and the scopes that are missing by name. */
export const namesMissingScope: Rule = async (subject) => {
  const { spec, owner, invoke } = subject;
  const token: Caller = { ...owner.caller, scopes: [], credentialId: "grant-1" };
  expect(spec.scopes, "an endpoint that is not public declares a scope").not.toHaveLength(0);
  const { status, json } = await invoke({ caller: token });
  expect([status, json["code"]]).toEqual([403, "insufficient_scope"]);
  for (const scope of spec.scopes) expect(json["detail"]).toContain(scope);
};

/** Somebody else's is answered exactly as one that is not there, and stays the owner's. */
export const hidesWhatIsOthers: Rule = async (subject) => {
  const { send, stranger } = subject;
  const path = await ownersPath(subject);
  const foreign = await send({ ...(await requestTo(subject, { path })), key: stranger.key });
  const missing = await send({ ...(await requestTo(subject)), key: stranger.key });
  expectProblem(missing, "not_found");
  expect(comparable(foreign)).toEqual(comparable(missing));
  const own = await send({ ...(await requestTo(subject, { path })), key: subject.owner.key });
  expect(own.status, own.text).toBe(200);
};

/** What differs between any two answers. */
const VARIES = /^(date|content-length|x-request-id|x-amzn-.*|x-amz-.*|(x-)?ratelimit.*)$/;

function comparable({ status, headers, json }: ApiResponse): object {
  const { requestId: _, instance: __, ...body } = json;
  const kept = Object.entries(headers).map(([name, value]) => [name, VARIES.test(name) ? "varies" : value]);
  return { status, headers: Object.fromEntries(kept), body };
}

/** An id that is none: 400 with its pointer. */
export const refusesNonsenseIds: Rule = async (subject) => {
  const path = nonsensePath(subject);
  if (!path) throw new Error(`${subject.spec.id}: the path takes any text; limit it`);
  const answer = await subject.send({ ...(await requestTo(subject, { path })), key: subject.owner.key });
  expectProblem(answer, "invalid_request");
  expect(pointersIn(answer)).toContainEqual(expect.stringMatching(/^#\/path(\/|$)/));
};

/** A field nobody knows: 400 with its pointer. */
export const refusesUnknownFields: Rule = async (subject) => {
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

/** A body that is no JSON, says it is none, or is too large: 400, 415, 413. */
export const refusesBrokenBodies: Rule = async (subject) => {
  const { send, owner } = subject;
  const request = { ...(await requestTo(subject)), key: owner.key };
  expectProblem(await send({ ...request, body: "{" }), "invalid_request");
  expectProblem(await send({ ...request, body: "null" }), "invalid_request");
  const plain = { ...request, body: "{}", headers: { "Content-Type": "text/plain" } };
  expectProblem(await send(plain), "unsupported_media_type");
  expectProblem(await send({ ...request, body: " ".repeat(TOO_LARGE) }), "payload_too_large");
};

/** Its own, by every route it has: 200 with exactly what the response schema says. */
export const repliesAsDeclared: Rule = async (subject) => {
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

/** Each rule by the sentence that follows the endpoint's id, and the endpoints it is for. */
export const RULES: { sentence: string; rule: Rule; isFor: (spec: EndpointSpec) => boolean }[] = [
  { sentence: "needs a credential", rule: needsCredential, isFor: isProtected },
  { sentence: "refuses a wrong credential", rule: refusesWrongCredential, isFor: isProtected },
  {
    sentence: "names the scope that is missing",
    rule: namesMissingScope,
    isFor: isRest,
  },
  {
    sentence: "hides what belongs to others",
    rule: hidesWhatIsOthers,
    isFor: (spec) => isProtected(spec) && hasParameters(spec),
  },
  { sentence: "refuses an id that is none", rule: refusesNonsenseIds, isFor: hasParameters },
  {
    sentence: "points at a field nobody knows",
    rule: refusesUnknownFields,
    isFor: (spec) => isRest(spec) && takesBody(spec),
  },
  {
    sentence: "refuses a broken body",
    rule: refusesBrokenBodies,
    isFor: (spec) => isRest(spec) && takesBody(spec),
  },
  { sentence: "replies as declared", rule: repliesAsDeclared, isFor: isApi },
  { sentence: "replays a repeated write", rule: replaysWrites, isFor: isProtectedWrite },
  {
    sentence: "tags what is read alone",
    rule: tagsWhatIsReadAlone,
    isFor: (spec) => isProtected(spec) && isRead(spec) && !spec.streams,
  },
  {
    sentence: "refuses a change of what has changed",
    rule: refusesStaleChanges,
    isFor: (spec) => isProtectedWrite(spec) && hasParameters(spec) && !spec.route.startsWith("POST "),
  },
  { sentence: "refuses other media types", rule: refusesOtherMediaTypes, isFor: isRest },
  { sentence: "varies by credential", rule: variesByCredential, isFor: isProtected },
  {
    sentence: "has other tags for what callers see differently",
    rule: keepsTagsApart,
    isFor: (spec) => isProtected(spec) && isRead(spec) && !spec.streams,
  },
  { sentence: "answers HEAD as GET", rule: answersHead, isFor: (spec) => isApi(spec) && isRead(spec) },
  { sentence: "names the methods it takes", rule: namesItsMethods, isFor: isApi },
  { sentence: "tells what is missing by a page", rule: tellsWhatIsMissing, isFor: isPage },
  { sentence: "allows no other site to read it", rule: allowsNoOtherSite, isFor: isPage },
  { sentence: "takes forms and JSON alike, and is kept by nobody", rule: takesForms, isFor: isOAuth },
  { sentence: "refuses a broken body as OAuth has it", rule: refusesBrokenForms, isFor: isOAuth },
  { sentence: "refuses a client that is not who it says", rule: refusesOtherClients, isFor: isOAuth },
];
