import * as z from "zod";

/** The argument that makes a call which creates something safe to repeat: what `Idempotency-Key` is to endpoints. */
export const ToolIdempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe(
    "A new random text, such as a UUID. If the response was lost, repeat the call with the same key and arguments: it returns the first result and creates nothing twice.",
  );
