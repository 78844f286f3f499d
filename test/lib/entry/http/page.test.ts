import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inlineJsonSchema } from "#infra/documents/json-schemas.ts";
import { PageQuery, windowOf } from "#lib/entry/http/page.ts";
import { sliceOf } from "#lib/storage/lists/source.ts";

/** Numbers from 0 in pages of these sizes; `pages` counts those that were read. */
function numbered(sizes: readonly number[]) {
  const read = { pages: 0 };
  const pages = (async function* () {
    let next = 0;
    for (const size of sizes) {
      read.pages += 1;
      yield Array.from({ length: size }, () => next++);
    }
  })();
  return { pages, read };
}
const collect = async (pages: AsyncIterable<readonly number[]>): Promise<number[]> => {
  const all: number[] = [];
  for await (const page of pages) all.push(...page);
  return all;
};

describe("the page of a list", () => {
  it.each([
    [{}, { part: "everything" }],
    [{ take: 25 }, { part: "page", page: 1, skip: 0, take: 25 }],
    [{ page: 3 }, { part: "page", page: 3, skip: 20, take: 10 }],
    [
      { take: 25, page: 2 },
      { part: "page", page: 2, skip: 25, take: 25 },
    ],
    [{ cursor: "" }, { part: "cursor", cursor: "", take: 10 }],
    [
      { cursor: "abc", take: 7 },
      { part: "cursor", cursor: "abc", take: 7 },
    ],
  ])("of %j is %j", (query, window) => {
    expect(windowOf(query)).toEqual(window);
  });

  it("has a number or a cursor, not both", () => {
    expect(() => windowOf({ page: 1, cursor: "" })).toThrow("not both");
  });

  it.each(["0", "-1", "1.5", "", " 1", "1e3", "0x10", "abc", ["1", "2"], "9999999999999999"])(
    "can't be %j",
    (value) => {
      expect(PageQuery.safeParse({ take: value }).success).toBe(false);
      expect(PageQuery.safeParse({ page: value }).success).toBe(false);
    },
  );

  it("is written in digits", () => {
    expect(PageQuery.parse({ take: "25", page: "007" })).toEqual({ take: 25, page: 7 });
  });

  it.each(["take", "page"])("has a %s of 1 or more, which is too small below", (name) => {
    expect(PageQuery.safeParse({ [name]: "1" }).success).toBe(true);
    expect(PageQuery.safeParse({ [name]: "0" }).error?.issues).toMatchObject([
      { code: "too_small", path: [name] },
    ]);
    const schema = inlineJsonSchema(PageQuery, "input");
    expect(schema["properties"]).toHaveProperty(
      name,
      expect.objectContaining({ type: "integer", minimum: 1 }),
    );
  });

  it("is the same part of the list for pages of any size", async () => {
    const sizes = fc.array(fc.nat(7), { maxLength: 10 });
    const window = fc.record({ skip: fc.nat(40), take: fc.integer({ min: 1, max: 40 }) });
    await fc.assert(
      fc.asyncProperty(sizes, window, async (lengths, { skip, take }) => {
        const all = await collect(numbered(lengths).pages);
        expect(await collect(sliceOf(numbered(lengths).pages, { skip, take }))).toEqual(
          all.slice(skip, skip + take),
        );
      }),
    );
  });

  it("is read no further than its end", async () => {
    const { pages, read } = numbered([10, 10, 10, 10]);
    await collect(sliceOf(pages, { skip: 10, take: 10 }));
    expect(read.pages).toBe(2);
  });
});
