import { ManualClock } from "@almanac/local-cloud/testing/manual-clock.ts";
import { beforeEach, vi } from "vitest";
import { EmailMessage } from "#lib/mail/emails/messages.ts";
import { processEmail } from "#lib/mail/emails/process-email.ts";
import type { MailService } from "#lib/mail/emails/send.ts";
import type { MailMessage } from "#lib/mail/message.ts";
import type { SendResult } from "#lib/mail/transports/send-result.ts";
import { setClock } from "#lib/platform/clock.ts";
import { EventMessage } from "#lib/storage/outbox/entity.ts";
import { fanOut } from "#lib/workers/fan-out.ts";
import { SENDER } from "#test/support/builders/mail-message.ts";
import { captureLines } from "#test/support/calls/invoke.ts";
import { useLocalTable } from "#test/support/table/local-table.ts";
import { publishAll } from "#test/support/table/publish-all.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";
import { deliveryQueues, receiveAll } from "./delivery-queues.ts";

export const SENT: SendResult = { outcome: "sent", transportId: "4711" };

/** What a test's mail server does with each message. */
export type Answer = (message: MailMessage) => SendResult | Promise<SendResult>;

/** Sends to a list. */
export function mailService(answer: Answer = () => SENT): { messages: MailMessage[]; service: MailService } {
  const messages: MailMessage[] = [];
  const service: MailService = {
    sender: SENDER,
    accountUrl: () => "https://bookings.example.com/account",
    linksFor: async () => ({}),
    send: async (message) => {
      messages.push(message);
      return answer(message);
    },
  };
  return { messages, service };
}

/** Runs a table and queues for the tests of one file, with mail switched on, and a manual clock on the morning before the day of bookings. */
export function useMails() {
  const clock = new ManualClock(Date.parse("2031-03-03T08:00:00Z"));
  const aws = useLocalTable({ clock });
  let lines: ReturnType<typeof captureLines>;
  beforeEach(() => {
    vi.stubEnv("ALLOW_INSECURE_CALENDARS", "1");
    vi.stubEnv("MAILS_QUEUE_URL", `${aws().url}/000000000000/mails.fifo`);
    setClock(() => clock.now());
    lines = captureLines();
  });
  const { runTimers } = deliveryQueues(aws);
  async function takeEvents(): Promise<EventMessage[]> {
    await publishAll();
    return (await receiveAll(aws(), "events")).map((body) => EventMessage.parse(body));
  }
  /** Publishes and fans out all events, and returns the messages of mails to send. */
  async function takeMails(): Promise<EmailMessage[]> {
    const events = await takeEvents();
    if (events.length > 0) await fanOut(events);
    return takeMessages();
  }
  const takeMessages = async () =>
    (await receiveAll(aws(), "mails.fifo")).map((body) => EmailMessage.parse(body));
  /** Sends mails and runs timers until nothing is left to do now. */
  async function drain(service?: MailService, first: readonly EmailMessage[] = []): Promise<void> {
    let messages = first;
    for (let timers = 1; timers + messages.length > 0; ) {
      for (const message of messages) await processEmail(message, service);
      timers = await runTimers();
      messages = await takeMessages();
    }
  }
  /** Publishes and fans out all events, and sends their mails. */
  const settle = async (service?: MailService): Promise<void> => drain(service, await takeMails());
  /** Moves the clock, and does the work that is due, without a sweep. */
  async function wait(seconds: number, service?: MailService): Promise<void> {
    clock.advance(seconds);
    await drain(service);
  }
  /** Moves the clock, and does the work that is due with a sweep after each step. */
  async function pass(seconds: number, service?: MailService, step = 60): Promise<void> {
    for (let left = seconds; left > 0; left -= step) {
      clock.advance(Math.min(step, left));
      await sweepDueShards();
      await drain(service);
    }
  }
  return { aws, clock, takeEvents, takeMails, settle, wait, pass, lines: () => lines() };
}
