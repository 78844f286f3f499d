import { now } from "#lib/platform/clock.ts";

/** After how many days a new API key may expire. */
export const EXPIRIES = ["30", "90", "365", "never"] as const;
export type Expiry = (typeof EXPIRIES)[number];

/** What the form calls them. */
export const EXPIRY_NAMES: Record<Expiry, string> = {
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
  never: "Never",
};

/** Whether a text is one of the choices. */
export const isExpiry = (text: string): text is Expiry => EXPIRIES.some((expiry) => expiry === text);

/** The time at which a key that is created now expires; null if it never does. */
export const expiryTime = (expiry: Expiry): string | null =>
  expiry === "never" ? null : new Date(now() + Number(expiry) * 86_400_000).toISOString();
