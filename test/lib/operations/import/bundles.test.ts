import { expect, it } from "vitest";
import { inBundles } from "#lib/operations/import/bundles.ts";

const work = (name: string, keys: string[], size = 10) => ({ name, keys, size });
const namesIn = (works: ReturnType<typeof work>[]): string[] =>
  inBundles(works, 30).map(({ works: each }) => each.map(({ name }) => name).join(""));

it("works that share nothing go together, as many as have room", () => {
  const works = [..."abcdefg"].map((name) => work(name, [name]));
  expect(namesIn(works)).toEqual(["abc", "def", "g"]);
});

it("of works that share a key the earlier is in an earlier bundle, and others fill what is left", () => {
  const works = [
    work("a", ["1", "2"]),
    work("b", ["2"]),
    work("c", ["1"]),
    work("d", ["2", "3"]),
    work("e", []),
  ];
  expect(namesIn(works)).toEqual(["ae", "bc", "d"]);
});

it("a work that is too large is alone", () => {
  const huge = Number.POSITIVE_INFINITY;
  expect(namesIn([work("a", []), work("b", [], huge), work("c", []), work("d", [], 31)])).toEqual([
    "ac",
    "b",
    "d",
  ]);
});
