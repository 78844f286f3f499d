import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { expectProblem } from "./expect-problem.ts";
import { ownersRequest, type Rule, requestTo } from "./subject.ts";

/** A repeated write with its Idempotency-Key gets the first response and has no second effect; another write with it is rejected. */
export const replaysWrites: Rule = async (subject) => {
  const { send, owner } = subject;
  const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  const request = { ...(await ownersRequest(subject)), key: owner.key, headers };
  const first = await send(request);
  expect(first.status, first.text).toBe(200);
  const again = await send(request);
  expect([again.status, again.text, again.headers["etag"]]).toEqual([200, first.text, first.headers["etag"]]);
  expect([first, again].map(({ headers: sent }) => sent["idempotency-replayed"])).toEqual([
    undefined,
    "true",
  ]);
  expectProblem(await send({ ...request, path: `${request.path}?other=1` }), "idempotency_key_reused");
};

/** A single resource has an entity tag, and a request with this tag gets 304 without a body. */
export const returnsEntityTag: Rule = async (subject) => {
  const { send, owner } = subject;
  const request = { ...(await ownersRequest(subject)), key: owner.key };
  const tag = (await send(request)).headers["etag"] ?? "none";
  expect(tag).toMatch(/^"[^"]+"$/);
  const cached = await send({ ...request, headers: { "If-None-Match": tag } });
  expect([cached.status, cached.text, cached.headers["etag"]]).toEqual([304, "", tag]);
};

/** A change of something that was changed in the meantime is refused, and changes nothing. */
export const rejectsStaleChanges: Rule = async (subject) => {
  const { send, owner } = subject;
  const request = { ...(await ownersRequest(subject)), key: owner.key };
  const headers = { "Content-Type": "application/json", "If-Match": '"0"' };
  expectProblem(await send({ ...request, headers }), "precondition_failed");
  const answer = await send(request);
  expect(answer.status, answer.text).toBe(200);
};

/** A request that does not accept JSON is rejected. */
export const rejectsOtherMediaTypes: Rule = async (subject) => {
  const request = { ...(await requestTo(subject)), key: subject.owner.key };
  const headers = { "Content-Type": "application/json", Accept: "image/png, text/*;q=0.5" };
  expectProblem(await subject.send({ ...request, headers }), "not_acceptable");
};
