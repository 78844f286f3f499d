import { expect } from "vitest";
import { FAILURES } from "#lib/failures.ts";
import type { ApiResponse } from "#test/support/documents/api-document.ts";
import { Problem } from "./subject.ts";

/** Requires that a response is the problem document of a failure. */
export function expectProblem(answer: ApiResponse, code: keyof typeof FAILURES): void {
  expect({ status: answer.status, code: answer.json["code"] }).toEqual({
    status: FAILURES[code].status,
    code,
  });
  expect(answer.headers["content-type"]).toContain("application/problem+json");
  const { status, requestId, detail, message } = Problem.parse(answer.json);
  expect([status, message]).toEqual([answer.status, detail]);
  expect(answer.headers["x-request-id"]).toBe(requestId);
}
