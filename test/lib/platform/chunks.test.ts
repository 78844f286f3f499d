import { expect, it } from "vitest";
import { chunksOf } from "#lib/platform/chunks.ts";

it("A list is split into chunks of at most a size", () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([], 2)).toEqual([]);
});
