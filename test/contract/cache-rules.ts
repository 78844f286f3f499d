import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { ApiRequest } from "#test/support/calls/api-client.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { everyRoute, ownersPath, type Rule, requestTo } from "./subject.ts";

/** Every response, an error too, is cached by the client alone, and separately for each credential. */
export const variesByCredential: Rule = async (subject) => {
  const { spec, send, owner } = subject;
  const request = { ...(await requestTo(subject, { path: await ownersPath(subject) })), key: owner.key };
  const answer = await send(request);
  const broken = await send({ ...request, headers: { Accept: "image/png" } });
  for (const { headers } of [answer, broken]) expect(headers["vary"]).toBe("Authorization, X-Api-Key");
  const seconds = spec.maxAgeSeconds;
  expect(answer.headers["cache-control"]).toBe(
    `private, ${seconds === undefined ? "no-cache" : `max-age=${seconds}`}`,
  );
  expect(broken.headers["cache-control"]).toBe("private, no-cache");
};

/**
 * A client with the tag of one caller's response is sent every response that differs from it: what another caller sees at the same address, and
 * another resource.
 */
export const keepsTagsApart: Rule = async (subject) => {
  const { send, owner, stranger, admin, example } = subject;
  for (const route of everyRoute(subject)) {
    const path = await ownersPath(subject);
    const theirs = (await example.path?.(stranger.caller)) ?? path;
    const asks: ApiRequest[] = [
      { ...(await requestTo(subject, { path, route })), key: owner.key },
      { ...(await requestTo(subject, { path, route })), key: stranger.key },
      ...(admin ? [{ ...(await requestTo(subject, { path, route })), key: admin.key }] : []),
      { ...(await requestTo(subject, { path: theirs, route })), key: stranger.key },
    ];
    const answers: ApiResponse[] = [];
    for (const ask of asks) answers.push(await send(ask));
    for (const [at, ask] of asks.entries())
      for (const { headers, json } of answers) {
        const tag = headers["etag"];
        if (tag === undefined || isDeepStrictEqual(json, answers[at]?.json)) continue;
        const { status } = await send({ ...ask, headers: { "If-None-Match": tag } });
        expect(status).toBe(answers[at]?.status);
      }
  }
};
