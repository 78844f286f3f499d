import { expect, test } from "vitest";
import { deliveryId } from "#lib/delivery/deliveries/entity.ts";

test("ids of deliveries are short and plain, and each is another", () => {
  const ids = Array.from({ length: 1_000 }, (_, at) =>
    deliveryId("2026-01-05T09:00:00.000Z", `evt_${at} wh_1`),
  );
  expect(ids.filter((id) => !/^[A-Za-z0-9_-]{8,64}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(1_000);
});
