import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "#infra/project.ts";
import { PaymentMessage } from "#lib/bookings/payments/message.ts";

test("the message in the docs is valid and has every field", async () => {
  const text = await readFile(join(PROJECT, "docs/payments.md"), "utf8");
  const [, json = ""] = /```json\n(.*?)```/s.exec(text) ?? [];
  const message = PaymentMessage.parse(JSON.parse(json));
  expect(Object.keys(PaymentMessage.shape).filter((field) => !(field in message))).toEqual(["bookingUid"]);
});
