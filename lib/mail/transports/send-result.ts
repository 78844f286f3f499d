/**
 * What became known of one attempt to send a mail. `retry` also if it is not known whether the mail was accepted. `reason` is a code without
 * any text of a server, which could contain addresses.
 */
export type SendResult =
  | { outcome: "sent"; transportId: string }
  | { outcome: "retry" | "failed"; reason: string };
