import * as z from "zod";
import { UserRole } from "#lib/caller.ts";
import { ClientName, EventTypeName, Person, TeamName } from "./demo-cast.ts";
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

/** The demo data in `demo.json`, with secrets that can't be read again. The secret of a public client is null. */
export const Demo = z.object({
  baseUrl: z.string(),
  users: z.record(Person, DemoUser),
  teams: z.record(TeamName, z.object({ id: z.int() })),
  eventTypes: z.record(EventTypeName, z.object({ id: z.int(), length: z.int() })),
  oauthClients: z.record(
    ClientName,
    z.object({ clientId: z.string(), clientSecret: z.string().nullable(), redirectUri: z.string() }),
  ),
});
export type Demo = z.output<typeof Demo>;

/**
 * Creates the demo data on a running service, as the commands would, and returns it. Existing resources are kept, so an
 * interrupted run can be repeated; existing users get a new password, and a new API key instead of their demo key.
 */
export const seedDemo = (cloud: Target): Promise<Demo> =>
  withTarget(cloud, async () => {
    const { shape } = Demo;
    const [users, teams, oauthClients] = await Promise.all([
      ofEach(Person.options, seedUser).then((made) => shape.users.parse(made)),
      ofEach(TeamName.options, seedTeam).then((made) => shape.teams.parse(made)),
      ofEach(ClientName.options, seedClient),
    ]);
    await seedMembers(users, teams);
    const [eventTypes] = await Promise.all([
      ofEach(EventTypeName.options, (name) => seedEventType(name, users, teams)),
      ofEach(Person.options, (name) => seedSchedule(name, users)),
    ]);
    const demo = Demo.parse({ baseUrl: cloud.baseUrl, users, teams, eventTypes, oauthClients });
    await seedPayment(demo.users.alice.id, demo.eventTypes.alice60.id);
    return demo;
  });

/** Creates them one after the other, so that the same names always get the same ids. */
async function ofEach<N extends string, T>(
  names: readonly N[],
  make: (name: N) => Promise<T>,
): Promise<Record<string, T>> {
  const made: Record<string, T> = {};
  for (const name of names) made[name] = await make(name);
  return made;
}
