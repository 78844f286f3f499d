import { expect } from "vitest";
import { splitRoute } from "#infra/registry.ts";
import { expectProblem } from "./expect-problem.ts";
import { ownersRequest, type Rule } from "./subject.ts";

/** HEAD returns the same as GET, without the body. */
export const answersHead: Rule = async (subject) => {
  const request = { ...(await ownersRequest(subject)), key: subject.owner.key };
  const [get, head] = [await subject.send(request), await subject.send({ ...request, method: "HEAD" })];
  expect([head.status, head.text]).toEqual([get.status, ""]);
  expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
};

/** A preflight works without a credential, and an unknown method gets 405 with the allowed ones. */
export const listsMethods: Rule = async ({ spec, send }) => {
  const { method, path: template } = splitRoute(spec.route);
  const path = template.replace(/\{\w+\}/g, "1");
  const preflight = await send({ method: "OPTIONS", path, headers: { Origin: "https://app.example.com" } });
  expect(preflight.status).toBeLessThan(300);
  expect(preflight.headers["access-control-allow-origin"]).toBe("*");
  expect(preflight.headers["access-control-allow-methods"]).toContain(method);
  const allowed = preflight.headers["access-control-allow-methods"] ?? "";
  const unknown = ["PUT", "DELETE", "PATCH", "POST"].find((other) => !allowed.includes(other)) ?? "";
  const rejected = await send({ method: unknown, path });
  expectProblem(rejected, "method_not_allowed");
  expect(rejected.headers["allow"]).toContain(method);
};
