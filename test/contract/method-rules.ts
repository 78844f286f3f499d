import { expect } from "vitest";
import { splitRoute } from "#infra/registry.ts";
import { expectProblem } from "./expect-problem.ts";
import { ownersRequest, type Rule } from "./subject.ts";

/** HEAD is GET without the body. */
export const answersHead: Rule = async (subject) => {
  const request = { ...(await ownersRequest(subject)), key: subject.owner.key };
  const [get, head] = [await subject.send(request), await subject.send({ ...request, method: "HEAD" })];
  expect([head.status, head.text]).toEqual([get.status, ""]);
  expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
};

/** A browser may ask first, without a credential; a method it does not take is 405 with those it does. */
export const namesItsMethods: Rule = async ({ spec, send }) => {
  const { method, path: template } = splitRoute(spec.route);
  const path = template.replace(/\{\w+\}/g, "1");
  const preflight = await send({ method: "OPTIONS", path, headers: { Origin: "https://app.example.com" } });
  expect(preflight.status).toBeLessThan(300);
  expect(preflight.headers["access-control-allow-origin"]).toBe("*");
  expect(preflight.headers["access-control-allow-methods"]).toContain(method);
  const refused = await send({ method: "PUT", path });
  expectProblem(refused, "method_not_allowed");
  expect(refused.headers["allow"]).toContain(method);
};
