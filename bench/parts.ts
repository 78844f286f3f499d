import type { Part } from "./part.ts";

/** Loads the parts of the benchmark by their names, in the order they run. */
export const PARTS = {
  sizes: async () => (await import("./sizes.ts")).bundleSizes,
  cold: async () => (await import("./cold-starts.ts")).coldStarts,
  load: async () => (await import("./local-cloud.ts")).callLoad,
  growth: async () => (await import("./local-cloud.ts")).growth,
  slots: async () => (await import("./slots-load.ts")).slotsLoad,
  calendars: async () => (await import("./changed-calendars.ts")).changedCalendars,
  webhooks: async () => (await import("./webhook-sending.ts")).webhookSending,
} satisfies Record<string, () => Promise<Part>>;

/** The name of a part. */
export type PartName = keyof typeof PARTS;
