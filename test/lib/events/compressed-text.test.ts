import * as fc from "fast-check";
import { expect, it } from "vitest";
import { CompressedText } from "#lib/events/compressed-text.ts";

/** A stored text of the first release, which must stay readable. */
const STORED = "~gxX7iUnJSthLX5IzmWNeHpbcUYsnduGurAUA";

it("reads every text as it was written", async () => {
  await fc.assert(
    fc.property(fc.json({ stringUnit: "binary" }), (text) => {
      expect(CompressedText.fromStored(CompressedText.toStored(text))).toBe(text);
    }),
  );
});

it("stores a long text as it is, however well it could be compressed", () => {
  const text = JSON.stringify("a".repeat(20_000));
  expect(CompressedText.toStored(text)).toBe(text);
  expect(CompressedText.fromStored(text)).toBe(text);
});

it("reads what was stored before: the dictionary is the same", () => {
  expect(JSON.parse(CompressedText.fromStored(STORED))).toEqual({
    uid: "abc",
    status: "ACCEPTED",
    responses: { name: { label: "Your name", value: "Ann", isHidden: false } },
    changed: null,
    rescheduledBy: null,
  });
});
