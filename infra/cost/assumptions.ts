/** What the local cloud can't tell of Lambda; hold it against the `REPORT` lines of a deployment. */
export const LAMBDA = {
  memoryGigabytes: 1,
  /** Milliseconds of a warm run beside its waits, at 0.58 of a processor. */
  ownMs: 3,
  /** Milliseconds of one round trip to the table. */
  roundTripMs: 6,
  /** Milliseconds a subscriber takes to answer, that a delivery waits for. */
  subscriberMs: 200,
  /** Runs that begin with a start, and its milliseconds. */
  coldShare: 0.01,
  coldMs: 300,
  /** Bytes Lambda writes to the log itself for each run: START, END and REPORT, with what CloudWatch adds to each event. */
  logBytes: 400,
};

/** Requests Lambda makes to read a message and to delete it, where messages come one by one. */
export const REQUESTS_OF_A_MESSAGE = 2;

/** How Lambda asks an empty queue: this many pollers, each waiting this long. */
export const POLLING = { pollers: 5, waitSeconds: 20 };

const DAYS_OF_A_YEAR = 365;
export const DAYS_OF_A_MONTH = DAYS_OF_A_YEAR / 12;
export const SECONDS_OF_A_MONTH = DAYS_OF_A_MONTH * 86_400;
/** Days that events and deliveries are kept. */
export const DAYS_OF_EVENTS = 30;

/** Metrics of the service that a healthy deployment writes every day; the others cost once something happens. */
export const USUAL_METRICS = 8;

/** Calls that belong to one booking, by endpoint. */
export const CALLS_OF_A_BOOKING: Record<string, number> = {
  "bookings.create": 1.1,
  "bookings.cancel": 0.15,
  "bookings.update": 0.1,
  "bookings.get": 6,
  "bookings.list": 4,
  "event-types.get": 2,
  "event-types.list": 1,
  "me.get": 1,
};

/** Meetings told of, and events, of one booking: created or moved, cancelled, changed; begun and ended unless cancelled. */
export const MEETINGS_OF_A_BOOKING = 1.7;
export const EVENTS_OF_A_BOOKING = 1.1 + 0.15 + MEETINGS_OF_A_BOOKING;

/** Companies to reckon for: bookings a day. One webhook listens to everything. */
export const COMPANIES = [20, 500, 10_000];
