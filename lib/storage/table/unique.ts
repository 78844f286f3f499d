import * as z from "zod";
import { entity } from "./entity.ts";
import { findItem } from "./read.ts";

/** A value that at most one resource may have, such as an email address. `owner` is the id of that resource. */
export const UniqueItem = entity({
  name: "unique",
  key: { pk: "UQ#{kind}#{value}", sk: "#" },
  schema: z.object({ kind: z.string(), value: z.string(), owner: z.union([z.int(), z.string()]) }),
  personal: [
    { of: "user", when: { kind: "email" }, id: "owner", address: "value", fields: "delete item" },
    { of: "user", when: { kind: "username" }, id: "owner", fields: "delete item" },
    { of: "booker", when: { kind: "idempotency-key" }, id: "owner", fields: "delete item" },
  ],
});

/** A unique value and the id of the resource that has it. */
export interface UniqueValue {
  kind: "email" | "username" | "booking-uid" | "idempotency-key" | "slug" | "webhook-url" | "payment";
  value: string;
  owner: number | string;
}

/** Finds the numeric id of the resource with a unique value; undefined if there is none. One round trip. */
export async function findUniqueOwner(unique: Omit<UniqueValue, "owner">): Promise<number | undefined> {
  const found = await findItem(UniqueItem, unique);
  return typeof found?.owner === "number" ? found.owner : undefined;
}
