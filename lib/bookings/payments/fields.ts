import * as z from "zod";

/** When a payment is charged: with the booking, or after a no-show. */
export const PaymentOption = z
  .enum(["ON_BOOKING", "HOLD"])
  .describe("`ON_BOOKING`: charged with the booking. `HOLD`: charged only after a no-show.");
export type PaymentOption = z.output<typeof PaymentOption>;

/** The app that took a payment. */
export const PaymentApp = z
  .object({ slug: z.string().describe("Slug of the app, such as `stripe`.") })
  .describe("The app that took a payment.");
export type PaymentApp = z.output<typeof PaymentApp>;

/** Returns the app of a payment. */
export const appOf = ({ appId }: { appId: string | null }): PaymentApp | null =>
  appId === null ? null : { slug: appId };
