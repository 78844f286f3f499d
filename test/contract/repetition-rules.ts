import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { expectProblem } from "./expect-problem.ts";
import { ownersRequest, type Rule, requestTo } from "./subject.ts";

/** A write that comes again with its Idempotency-Key is answered again, not done again; another one with it is refused. */
export const replaysWrites: Rule = async (subject) => {
  const { send, owner } = subject;
  const headers = { "Content-Type": "application/json", "Idempotency-Key": randomUUID() };
  const request = { ...(await ownersRequest(subject)), key: owner.key, headers };
  const first = await send(request);
  expect(first.status, first.text).toBe(200);
  const again = await send(request);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect([first, again].map(({ headers: sent }) => sent["idempotency-replayed"])).toEqual([
    undefined,
    "true",
  ]);
  expectProblem(await send({ ...request, path: `${request.path}?other=1` }), "idempotency_key_reused");
};

/** What is read alone has an entity tag, and a caller that knows it is spared the body. */
export const tagsWhatIsReadAlone: Rule = async (subject) => {
  const { send, owner } = subject;
  const request = { ...(await ownersRequest(subject)), key: owner.key };
  const tag = (await send(request)).headers["etag"] ?? "none";
  expect(tag).toMatch(/^"[^"]+"$/);
  const known = await send({ ...request, headers: { "If-None-Match": tag } });
  expect([known.status, known.text, known.headers["etag"]]).toEqual([304, "", tag]);
};

/** A change of something that was changed in the meantime is refused, and changes nothing. */
export const refusesStaleChanges: Rule = async (subject) => {
  const { send, owner } = subject;
  const request = { ...(await ownersRequest(subject)), key: owner.key };
  const headers = { "Content-Type": "application/json", "If-Match": '"0"' };
  expectProblem(await send({ ...request, headers }), "precondition_failed");
  const answer = await send(request);
  expect(answer.status, answer.text).toBe(200);
};

/** A caller that takes no JSON is told so. */
export const refusesOtherMediaTypes: Rule = async (subject) => {
  const request = { ...(await requestTo(subject)), key: subject.owner.key };
  const headers = { "Content-Type": "application/json", Accept: "image/png, text/*;q=0.5" };
  expectProblem(await subject.send({ ...request, headers }), "not_acceptable");
};
