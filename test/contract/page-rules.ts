import { expect } from "vitest";
import type { Rule } from "./subject.ts";

/** A request without the required parameters gets an error page or the sign-in page, with headers that forbid scripts and frames. */
export const showsErrorPage: Rule = async ({ spec, send }) => {
  const [method = "", path = ""] = spec.route.split(" ");
  const answer = await send({ method, path });
  if (!answer.text.includes("<h1>Sign in</h1>")) expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(answer.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "x-request-id": expect.stringMatching(/./),
  });
};

/** Other sites can't read a page: it has no CORS headers and accepts no preflight. */
export const rejectsOtherOrigins: Rule = async ({ spec, send }) => {
  const [method = "", path = ""] = spec.route.split(" ");
  const headers = { Origin: "https://app.example.com" };
  const page = await send({ method, path, headers });
  expect(page.headers["access-control-allow-origin"]).toBeUndefined();
  const preflight = await send({ method: "OPTIONS", path, headers });
  expect(preflight.status).toBe(405);
};
