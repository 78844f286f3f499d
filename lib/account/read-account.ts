import { listCalendars, listConnections } from "#lib/calendar/external/list.ts";
import type { Calendar, CalendarConnection } from "#lib/calendar/external/schema.ts";
import { listSchedules } from "#lib/calendar/schedules/list.ts";
import type { Schedule } from "#lib/calendar/schedules/schema.ts";
import type { Caller } from "#lib/caller.ts";
import { WebhookHealth } from "#lib/delivery/circuit-breaker/entity.ts";
import { renderHealth, type SubscriberState } from "#lib/delivery/circuit-breaker/get-health.ts";
import { listWebhooks } from "#lib/delivery/subscriptions/list.ts";
import type { Webhook } from "#lib/delivery/subscriptions/schema.ts";
import { listApiKeys } from "#lib/identity/api-keys/list.ts";
import type { ApiKey } from "#lib/identity/api-keys/schema.ts";
import { isLive } from "#lib/identity/credentials/live-credentials.ts";
import { listGrants } from "#lib/identity/oauth/grants/read.ts";
import type { AppGrant } from "#lib/identity/oauth/grants/schema.ts";
import { findSession, findUserOfSession, type Session } from "#lib/identity/sign-in/session.ts";
import type { UserItem } from "#lib/identity/users/entity.ts";
import { type ListSource, readWholeList } from "#lib/storage/lists/source.ts";
import type { Stored } from "#lib/storage/table/entity.ts";
import { findItems, itemRequest } from "#lib/storage/table/read.ts";

/** Maximum entries of a list on the page. A user has at most 80 live API keys and grants together. */
const MAX_ENTRIES = 80;

/** A webhook, and whether its subscriber responds. */
export interface WebhookState {
  webhook: Webhook;
  state: SubscriberState;
}

/** The account of a user, for the account page. */
export interface AccountState {
  user: Stored<typeof UserItem>;
  session: Session;
  grants: readonly AppGrant[];
  apiKeys: readonly ApiKey[];
  schedules: readonly Schedule[];
  calendars: readonly Calendar[];
  connections: readonly CalendarConnection[];
  webhooks: readonly WebhookState[];
  hasMoreWebhooks: boolean;
}

/** Reads the account of the user who is signed in with a token. Returns undefined without a valid session. */
export async function readAccount(token: string): Promise<AccountState | undefined> {
  const session = await findSession(token);
  if (!session) return undefined;
  const { userId } = session;
  const caller = accountCaller(userId);
  // In parallel with the user, whose session may have ended: then the rest is discarded.
  const [user, grants, apiKeys, schedules, calendars, connections, webhooks] = await Promise.all([
    findUserOfSession(session),
    listGrants(caller).then(readWholeList<AppGrant>),
    listApiKeys(caller, userId),
    readWholeList(listSchedules(caller, { userId })),
    readWholeList(listCalendars(caller, { userId })),
    readWholeList(listConnections(caller, { userId })),
    firstOf(listWebhooks(caller), MAX_ENTRIES + 1).then(withStates),
  ]);
  if (!user) return undefined;
  return {
    user,
    session,
    grants: grants.toSorted(newestFirst),
    apiKeys: apiKeys.filter(isLive).toSorted(newestFirst),
    schedules,
    calendars,
    connections,
    webhooks: webhooks.slice(0, MAX_ENTRIES),
    hasMoreWebhooks: webhooks.length > MAX_ENTRIES,
  };
}

const newestFirst = (one: { createdAt: string }, other: { createdAt: string }): number =>
  one.createdAt < other.createdAt ? 1 : -1;

async function firstOf<T>(list: ListSource<T>, most: number): Promise<T[]> {
  const found: T[] = [];
  for await (const page of list.read({ most })) {
    found.push(...page);
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

async function withStates(webhooks: readonly Webhook[]): Promise<WebhookState[]> {
  const healths = await findItems(webhooks.map(({ id }) => itemRequest(WebhookHealth, { webhookId: id })));
  return webhooks.map((webhook, at) => ({ webhook, state: renderHealth(healths[at]) }));
}

/**
 * A user on the account page. System admins and admins of organizations have the rights of ordinary users there, so that the page shows
 * and changes only what is their own.
 */
export const accountCaller = (userId: number): Caller => ({
  userId,
  role: "USER",
  scopes: "all",
  credentialId: "session",
});
