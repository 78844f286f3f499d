import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { ApiRequest } from "#test/support/calls/api-client.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { everyRoute, ownersPath, type Rule, requestTo } from "./subject.ts";

/** Only the client may cache responses, errors too, and separately for each credential. */
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
 * A request with the entity tag of another response gets the full response: with the tag of another caller at the same path, and with that of
 * another resource.
 */
export const separatesEntityTags: Rule = async (subject) => {
  const { send, owner, stranger, admin, example } = subject;
  for (const route of everyRoute(subject)) {
    const path = await ownersPath(subject);
    const theirs = (await example.path?.(stranger.caller)) ?? path;
    const requests: ApiRequest[] = [
      { ...(await requestTo(subject, { path, route })), key: owner.key },
      { ...(await requestTo(subject, { path, route })), key: stranger.key },
      ...(admin ? [{ ...(await requestTo(subject, { path, route })), key: admin.key }] : []),
      { ...(await requestTo(subject, { path: theirs, route })), key: stranger.key },
    ];
    const responses: ApiResponse[] = [];
    for (const request of requests) responses.push(await send(request));
    for (const [at, request] of requests.entries())
      for (const { headers, json } of responses) {
        const tag = headers["etag"];
        if (tag === undefined || isDeepStrictEqual(json, responses[at]?.json)) continue;
        const { status } = await send({ ...request, headers: { "If-None-Match": tag } });
        expect(status).toBe(responses[at]?.status);
      }
  }
};
