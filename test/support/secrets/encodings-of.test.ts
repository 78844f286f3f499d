import { expect, test } from "vitest";
import { encodingsOf } from "./encodings-of.ts";

test("finds a secret in every encoding", () => {
  const refresh = "rt_Zm9vYmFyYmF6cXV4LXRoYXQtaXMtMzItYnl0ZXMt-_9";
  const raw = Buffer.from(refresh.slice(3), "base64url");
  const leaks = [
    refresh,
    Buffer.from(`x${refresh}`).toString("base64"),
    Buffer.from(`{"token":"${refresh}"}`).toString("base64url"),
    Buffer.from(refresh).toString("hex"),
    raw.toString("hex"),
    Buffer.concat([Buffer.from("ab"), raw, Buffer.from("c")]).toString("base64"),
  ];
  const found = (leak: string) => encodingsOf(refresh).some((form) => `before ${leak} after`.includes(form));
  expect(leaks.filter((leak) => !found(leak))).toEqual([]);
  expect(found(Buffer.from("another text of some length, at last").toString("base64"))).toBe(false);
});
