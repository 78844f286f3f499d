import { scheduledTask } from "#lib/entry/consumers/scheduled-task.ts";
import { rotateKeysWhenDue } from "#lib/identity/oauth/signing-keys/rotate.ts";

/** Publishes the next signing key every 90 days, a day before it signs, and deletes old keys. */
export const handler = scheduledTask(
  {
    id: "oauth.rotate-keys",
    summary: "Creates the next signing key when it is due",
    source: { schedule: "rate(1 day)" },
    timeoutSeconds: 60,
    permissions: ["table:BatchGetItem", "table:PutItem", "secrets:Encrypt"],
  },
  rotateKeysWhenDue,
);
