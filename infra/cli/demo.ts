import * as z from "zod";
import { UserRole } from "#lib/caller.ts";
import { seedCalendar } from "./demo-calendar.ts";
import { CalendarName, ClientName, EventTypeName, Person, TeamName } from "./demo-data.ts";
import { seedPayment } from "./demo-payment.ts";
import { seedClient, seedEventType, seedMembers, seedSchedule, seedTeam, seedUser } from "./demo-steps.ts";
import { type Target, withTarget } from "./target.ts";

const DemoUser = z.object({
  id: z.int(),
  email: z.string(),
  password: z.string(),
  apiKey: z.string(),
  role: UserRole,
});

/** The content of `demo.json`, with secrets that the service can't return again. The secret of a public client is null. */
export const Demo = z.object({
  baseUrl: z.string(),
  users: z.record(Person, DemoUser),
  teams: z.record(TeamName, z.object({ id: z.int() })),
  eventTypes: z.record(EventTypeName, z.object({ id: z.int(), length: z.int() })),
  calendars: z.record(CalendarName, z.object({ id: z.int() })),
  oauthClients: z.record(
    ClientName,
    z.object({ clientId: z.string(), clientSecret: z.string().nullable(), redirectUri: z.string() }),
  ),
});
/** The content of `demo.json`. */
export type Demo = z.output<typeof Demo>;

/**
 * Creates the demo data in a running service and returns it. Existing resources are not created again, so an interrupted run can be
 * repeated. Existing users get a new password, and a new API key that replaces the one of the demo.
 */
export const seedDemo = (target: Target): Promise<Demo> =>
  withTarget(target, async () => {
    const { shape } = Demo;
    const [users, teams, oauthClients] = await Promise.all([
      createEach(Person.options, seedUser).then((created) => shape.users.parse(created)),
      createEach(TeamName.options, seedTeam).then((created) => shape.teams.parse(created)),
      createEach(ClientName.options, seedClient),
    ]);
    await seedMembers(users, teams);
    const [eventTypes] = await Promise.all([
      createEach(EventTypeName.options, (name) => seedEventType(name, users, teams)),
      createEach(Person.options, (name) => seedSchedule(name, users)),
    ]);
    const calendars = await createEach(CalendarName.options, (name) => seedCalendar(users[name].id));
    const demo = Demo.parse({
      ...{ baseUrl: target.baseUrl, users, teams, eventTypes, calendars, oauthClients },
    });
    await seedPayment(demo.users.alice.id, demo.eventTypes.alice60.id);
    return demo;
  });

/** Creates resources one after the other, so that the same names always get the same ids. */
async function createEach<N extends string, T>(
  names: readonly N[],
  create: (name: N) => Promise<T>,
): Promise<Record<string, T>> {
  const created: Record<string, T> = {};
  for (const name of names) created[name] = await create(name);
  return created;
}
