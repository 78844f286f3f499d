import { expect } from "vitest";
import { splitRoute } from "#infra/registry.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { ownersRequest, type Rule } from "./subject.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const JSON_TYPE = { "Content-Type": "application/json" };
const TOO_LARGE = 262_145;

/** Requires that a response is an OAuth error that must not be cached. */
function expectOAuthError(answer: ApiResponse, status: number, error: string): void {
  expect([answer.status, answer.json["error"]], answer.text).toEqual([status, error]);
  expect(answer.json["error_description"]).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
  expect(answer.json["message"]).toBeTruthy();
  expectNotCached(answer);
}

function expectNotCached({ headers, json, status }: ApiResponse): void {
  expect(headers["content-type"]).toContain("application/json");
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["x-request-id"]).toBeTruthy();
  if (status !== 200) expect(json["requestId"]).toBe(headers["x-request-id"]);
}

/** The fields of the example's body. */
async function fieldsOf(subject: Parameters<Rule>[0]): Promise<Record<string, string>> {
  const { body } = await ownersRequest(subject);
  return body as Record<string, string>;
}

/** Forms and JSON have the same effect; empty and unknown fields are ignored. */
export const acceptsForms: Rule = async (subject) => {
  const { method, path } = splitRoute(subject.spec.route);
  const send = subject.send;
  const more = { notAParameter: "1", client_assertion: "" };
  const form = new URLSearchParams({ ...(await fieldsOf(subject)), ...more }).toString();
  const json = { ...(await fieldsOf(subject)), ...more };
  const charset = { "Content-Type": `${FORM["Content-Type"]}; charset=UTF-8` };
  for (const request of [
    { body: form, headers: charset },
    { body: json, headers: JSON_TYPE },
  ]) {
    const answer = await send({ method, path, ...request });
    expect(answer.status, answer.text).toBe(200);
    expectNotCached(answer);
  }
};

/** A body that is broken, has a field twice, is not an object, has another type or is too large gets an OAuth error. */
export const rejectsBrokenForms: Rule = async (subject) => {
  const { method, path } = splitRoute(subject.spec.route);
  const send = (body: string, headers: Record<string, string>) =>
    subject.send({ method, path, body, headers });
  const fields = await fieldsOf(subject);
  const form = new URLSearchParams(fields).toString();
  const [name] = Object.keys(fields);
  expectOAuthError(await send(`${form}&${form}`, FORM), 400, "invalid_request");
  expectOAuthError(await send(`${form}&${name}=`, FORM), 400, "invalid_request");
  for (const body of ["{", "null", "[]", '"text"', '{"client_id":1,"token":{},"grant_type":[]}'])
    expectOAuthError(await send(body, JSON_TYPE), 400, "invalid_request");
  expectOAuthError(await send(form, { "Content-Type": "text/plain" }), 415, "invalid_request");
  expectOAuthError(await send("x".repeat(TOO_LARGE), FORM), 413, "invalid_request");
};

/** A client with a wrong secret: 401. */
export const rejectsOtherClients: Rule = async (subject) => {
  const { method, path } = splitRoute(subject.spec.route);
  const fields = { ...(await fieldsOf(subject)), client_secret: "0".repeat(64) };
  expectOAuthError(
    await subject.send({ method, path, body: fields, headers: JSON_TYPE }),
    401,
    "invalid_client",
  );
};
