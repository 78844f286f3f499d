import * as z from "zod";

/** How somebody pays: at once, or by a hold that is charged when they do not come. */
export const PaymentOption = z
  .enum(["ON_BOOKING", "HOLD"])
  .describe("`ON_BOOKING`: charged with the booking. `HOLD`: charged only after a no-show.");
export type PaymentOption = z.output<typeof PaymentOption>;

/** The app that took a payment; all that is known of it here is its id. */
export const PaymentApp = z
  .object({ slug: z.string().describe("Slug of the app, such as `stripe`.") })
  .describe("The app that took a payment.");
export type PaymentApp = z.output<typeof PaymentApp>;

/** The app of a payment, from its id. */
export const appOf = ({ appId }: { appId: string | null }): PaymentApp | null =>
  appId === null ? null : { slug: appId };
