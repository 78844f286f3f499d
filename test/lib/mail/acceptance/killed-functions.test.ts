import { expect, test } from "vitest";
import * as z from "zod";
import type { Caller } from "#lib/caller.ts";
import { listEmailsOfBooking } from "#lib/mail/emails/create.ts";
import type { Email } from "#lib/mail/emails/entity.ts";
import { EmailMessage } from "#lib/mail/emails/messages.ts";
import { processEmail } from "#lib/mail/emails/process-email.ts";
import { MailFeedback, recordFeedback } from "#lib/mail/emails/record-feedback.ts";
import { emailIdOf } from "#lib/mail/emails/schema.ts";
import type { MailService } from "#lib/mail/emails/send.ts";
import type { MailMessage } from "#lib/mail/message.ts";
import type { MessageTags } from "#lib/mail/transports/message-tags.ts";
import type { SendResult } from "#lib/mail/transports/send-result.ts";
import { EventMessage } from "#lib/storage/outbox/entity.ts";
import { fanOut } from "#lib/workers/fan-out.ts";
import { runTimer, Timer } from "#lib/workers/run-timer.ts";
import { attendeeRequest } from "#test/support/builders/booking-parts.ts";
import { bookingRequest, makeEventType, makeHost } from "#test/support/builders/builders.ts";
import { callEndpoint } from "#test/support/calls/call-endpoint.ts";
import type { RequestParts } from "#test/support/calls/gateway-event.ts";
import { type Kill, type Killer, killAfter } from "#test/support/cloud/kill-functions.ts";
import { mailService, SENT, useMails } from "#test/support/cloud/mails.ts";
import { runCount } from "#test/support/model/runs.ts";
import { publishAll } from "#test/support/table/publish-all.ts";
import { sweepDueShards } from "#test/support/table/sweep-due-shards.ts";

const { aws, clock } = useMails();

const MINUTE = 60_000;
const ANN = "ann@example.com";
/** Seconds until a queue delivers a message again whose function was killed. */
const VISIBILITY_SECONDS = 360;
/** Seconds until every message was delivered again, and the sweep has found what has none. */
const RECOVERY_SECONDS = 600;

const Booking = z.object({ id: z.int(), userId: z.int(), uid: z.string(), startTime: z.string() });
type Booking = z.output<typeof Booking>;

interface WorldOptions {
  host: Caller;
  eventTypeId: number;
  killer: Killer;
  /** Whether the mail server reports deliveries. */
  hasReports: boolean;
}

/** A service in which one function is killed, and its only booking. */
class World {
  readonly messages: MailMessage[] = [];
  readonly bookings: Booking[] = [];
  readonly #options: WorldOptions;
  readonly #reports: MailFeedback[] = [];
  #requests = 0;
  #recovered = false;

  constructor(options: WorldOptions) {
    this.#options = options;
  }

  killed = (): string | undefined => this.#options.killer.killed();

  booking(): Booking {
    const booking = this.bookings.at(-1);
    if (!booking) throw new Error("There is no booking.");
    return booking;
  }

  /** The mails of all bookings. */
  async emails(): Promise<Email[]> {
    return (await Promise.all(this.bookings.map(({ userId, id }) => listEmailsOfBooking(userId, id)))).flat();
  }

  in = (minutes: number): string => new Date(clock.now() + minutes * MINUTE).toISOString();

  async book(fields: { start: string; rescheduleUid?: string }): Promise<void> {
    const body = bookingRequest(this.#options.eventTypeId, {
      responses: { name: "Ann", email: ANN },
      ...fields,
    });
    this.bookings.push(Booking.parse(await this.request("bookings.create", { body })));
  }

  change = (body: object): Promise<unknown> =>
    this.request("bookings.update", { body, path: { id: String(this.booking().id) } });

  /** Requests something, again if its function is killed, and does what follows. */
  async request(id: string, parts: RequestParts): Promise<unknown> {
    this.#requests += 1;
    const headers = {
      "Idempotency-Key": `request-${this.#requests}`,
      "Content-Type": "application/json",
    };
    const send = () =>
      this.#options.killer.run(id, () => callEndpoint(id, this.#options.host, { ...parts, headers }));
    let response = await send();
    await this.settle();
    response ??= await send();
    expect(response).toMatchObject({ status: 200 });
    await this.settle();
    return response?.json;
  }

  /** Does all work that is due, also what a killed function has left. */
  async settle(): Promise<void> {
    await this.#work();
    // Mails of which the first attempt has failed.
    await this.wait(10);
    if (!this.killed() || this.#recovered) return;
    for (let seconds = 0; seconds < RECOVERY_SECONDS; seconds += 60) {
      await this.#options.killer.run("timers.sweep", sweepDueShards);
      await this.wait(60);
    }
    this.#recovered = true;
  }

  async wait(seconds: number): Promise<void> {
    clock.advance(seconds);
    await this.#work();
  }

  /** Moves the clock to a reminder, for which the sweep sets a timer. */
  async remind(minutes: number): Promise<void> {
    const until = Date.parse(this.booking().startTime) - minutes * MINUTE - clock.now();
    clock.advance(until / 1_000 - 60);
    await this.#options.killer.run("timers.sweep", sweepDueShards);
    await this.wait(61);
    await this.settle();
  }

  /** Runs functions until none has something to do. */
  async #work(): Promise<void> {
    for (let done = 1; done > 0; ) {
      await this.#options.killer.run("stream", publishAll);
      done = await this.#consume("events", (body) => fanOut([EventMessage.parse(body)]));
      done += await this.#consume("mails.fifo", (body) =>
        processEmail(EmailMessage.parse(body), this.#service),
      );
      done += await this.#consume("timers", (body) => runTimer(Timer.parse(body)));
      for (const report of this.#reports.splice(0)) {
        done += 1;
        if (!(await this.#finishes("mails.feedback", () => recordFeedback(report))))
          this.#reports.push(report);
      }
    }
  }

  /** Runs a function for each message of a queue. One whose function is killed is delivered again later. */
  async #consume(queue: string, run: (body: unknown) => Promise<void>): Promise<number> {
    const { queues } = aws();
    const received = await queues.receive(queue, {
      maxMessages: 10,
      visibilitySeconds: VISIBILITY_SECONDS,
    });
    for (const { body, receiptHandle } of received)
      if (await this.#finishes(queue, () => run(JSON.parse(body)))) queues.delete(queue, receiptHandle);
    return received.length;
  }

  /** Runs a function. Returns whether it was not killed. */
  async #finishes(name: string, run: () => Promise<void>): Promise<boolean> {
    const isFinished = await this.#options.killer.run(name, async () => {
      await run();
      return true;
    });
    return isFinished ?? false;
  }

  readonly #service: MailService = {
    ...mailService().service,
    send: (message, tags) =>
      this.#options.killer.effect("mail server", async () => this.#deliver(message, tags)),
  };
  readonly #rejected = new Set<string>();

  /** The mail server: rejects each message to the guest once, and reports each one that it has accepted. */
  #deliver(message: MailMessage, tags: MessageTags): SendResult {
    if (message.to === ANN && !this.#rejected.has(message.id)) {
      this.#rejected.add(message.id);
      return { outcome: "retry", reason: "421" };
    }
    this.messages.push(message);
    if (this.#options.hasReports) this.#reports.push(deliveryOf(message, tags));
    return SENT;
  }
}

/** What Amazon SES reports about a delivered message. */
const deliveryOf = ({ id }: MailMessage, tags: MessageTags): MailFeedback =>
  MailFeedback.parse({
    ...{ type: "Email Delivered", messageId: id },
    tags: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]])),
  });

interface Journey {
  name: string;
  eventType?: object;
  /** Whether the mail server reports deliveries. Without reports, a mail is sent twice if its sender is killed before it records the first time. */
  hasReports: boolean;
  run: (world: World) => Promise<void>;
  mails: string[];
  /** Mails that are resent. */
  resent: number;
  /** The functions that are killed. */
  functions: string[];
}

const toBoth = (...kinds: string[]): string[] => kinds.flatMap((kind) => [`${ANN} ${kind}`, `host ${kind}`]);
const CONSUMERS = ["events", "mails.fifo", "stream", "timers"];

const JOURNEYS: Journey[] = [
  {
    name: "created, reminded, moved and cancelled, with a resent mail",
    eventType: { reminders: [30] },
    hasReports: true,
    run: async (world) => {
      await world.book({ start: world.in(90) });
      await world.remind(30);
      await world.change({ start: world.in(120) });
      await world.request("bookings.cancel", { path: { id: String(world.booking().id) } });
      const email = (await world.emails()).findLast(({ recipient }) => recipient.email === ANN);
      if (!email) throw new Error("There is no mail.");
      const path = { id: String(world.booking().id), emailId: emailIdOf(email) };
      await world.request("bookings.emails.resend", { path });
    },
    mails: toBoth("confirmed", "reminder", "rescheduled", "cancelled"),
    resent: 1,
    functions: [
      ...["bookings.create", "bookings.update", "bookings.cancel", "bookings.emails.resend"],
      ...["mails.feedback", "timers.sweep"],
    ],
  },
  {
    name: "created, gets a guest and is replaced without that guest",
    hasReports: false,
    run: async (world) => {
      await world.book({ start: world.in(600) });
      const body = attendeeRequest(world.booking().id, { email: "bea@example.com" });
      await world.request("attendees.create", { body });
      await world.book({ start: world.in(700), rescheduleUid: world.booking().uid });
    },
    mails: [
      ...toBoth("confirmed", "updated", "rescheduled"),
      ...["bea@example.com confirmed", "bea@example.com cancelled"],
    ],
    resent: 0,
    functions: ["bookings.create", "attendees.create"],
  },
];

/** Requires that each mail was sent, with one message or several equal ones. Returns the number of the others. */
async function expectAllSent(world: World, { mails, resent, hasReports }: Journey): Promise<number> {
  const emails = await world.emails();
  expect(new Set(emails.map(({ status }) => status))).toEqual(new Set([hasReports ? "delivered" : "sent"]));
  const found = emails.map(
    ({ kind, recipient: { role, email } }) => `${role === "host" ? role : email} ${kind}`,
  );
  expect(found.toSorted()).toEqual(mails.toSorted());
  const messages = Map.groupBy(world.messages, ({ id }) => id);
  expect(messages.size).toBe(mails.length + resent);
  for (const [first, ...others] of messages.values())
    for (const other of others) expect(other).toEqual(first);
  return world.messages.length - messages.size;
}

/** The effects after which a function is killed: the second and the last one of each function, or with `RUNS` all. */
function selectKills(effects: readonly string[]): Kill[] {
  return [...Map.groupBy(effects, (name) => name)].flatMap(([name, { length }]) => {
    const counts = runCount(0) > 0 ? effects.slice(0, length).map((_, at) => at + 1) : new Set([2, length]);
    return [...counts].map((count) => ({ name, count }));
  });
}

test.each(JOURNEYS)(
  "every mail of a booking that is $name is sent, although a function is killed, after any of its effects",
  async (journey) => {
    const runJourney = async (kill?: Kill) => {
      const host = await makeHost();
      const { id } = await makeEventType(host, { ...journey.eventType });
      return killAfter(kill, async (killer) => {
        const world = new World({ host, eventTypeId: id, killer, hasReports: journey.hasReports });
        await journey.run(world);
        const duplicates = await expectAllSent(world, journey);
        return { name: killer.killed(), effects: killer.effects(), duplicates };
      });
    };
    const undisturbed = await runJourney();
    expect(undisturbed).toMatchObject({ name: undefined, duplicates: 0 });
    const killed = new Set<string>();
    let duplicates = 0;
    for (const kill of selectKills(undisturbed.effects)) {
      const run = await runJourney(kill);
      // A function may have one effect less than in the first run, which took the next block of ids.
      if (run.name !== undefined) killed.add(run.name);
      duplicates += run.duplicates;
    }
    expect(killed).toEqual(new Set([...CONSUMERS, ...journey.functions]));
    if (journey.hasReports) expect(duplicates).toBe(0);
    else expect(duplicates).toBeGreaterThan(0);
  },
  10 * MINUTE,
);
