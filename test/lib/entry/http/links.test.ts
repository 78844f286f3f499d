import { expect, it } from "vitest";
import { addressOf, countedPageRelations, linkHeader } from "#lib/entry/http/links.ts";
import { gatewayEvent } from "#test/support/calls/gateway-event.ts";

const listOf = (attendeeEmail: string[]) =>
  addressOf(gatewayEvent("GET /bookings", { query: { attendeeEmail } }), ["attendeeEmail"]);

it("the links of a page are less than 8 KB with the longest filters", () => {
  const address = listOf(["x".repeat(1_800 - "attendeeEmail=".length)]);
  const window = { take: 999_999_999_999_999, page: 5 };
  const link = linkHeader(address, countedPageRelations({ ...window, take: 1 }, window.take));
  expect(link.match(/rel=/g)).toHaveLength(4);
  expect(Buffer.byteLength(link)).toBeLessThan(8_192);
});

it("filters that are too long for links are rejected", () => {
  expect(() => listOf(Array(50).fill("somebody+with+a+tag@example.com"))).toThrow(
    "The filters can have at most 1800 bytes",
  );
});
