import * as z from "zod";
import { UserRole } from "#lib/caller.ts";
import { ClientName, EventTypeName, Person, TeamName } from "./demo-cast.ts";
import { seedPayment } from "./demo-payment.ts";
import { seedClient, seedEventType, seedMembers, seedSchedule, seedTeam, seedUser } from "./demo-steps.ts";
import { atTarget, type Target } from "./target.ts";

const DemoUser = z.object({
  id: z.int(),
  email: z.string(),
  password: z.string(),
  apiKey: z.string(),
  role: UserRole,
});

/** The demo as `demo.json` holds it, with secrets that can't be read again. A public client has no secret: null. */
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
 * Makes the demo on a running service, as the commands would, and returns it. What is there already is kept, so a run
 * that was cut off can be repeated; users made before get a new password and a new API key in place of their demo key.
 */
export const seedDemo = (cloud: Target): Promise<Demo> =>
  atTarget(cloud, async () => {
    const { shape } = Demo;
    const [users, teams, oauthClients] = await Promise.all([
      ofEach(Person.options, seedUser).then((made) => shape.users.parse(made)),
      ofEach(TeamName.options, seedTeam).then((made) => shape.teams.parse(made)),
      ofEach(ClientName.options, seedClient),
    ]);
    const [eventTypes] = await Promise.all([
      ofEach(EventTypeName.options, (name) => seedEventType(name, users)),
      seedMembers(users, teams),
      seedSchedule(users.fay.id),
    ]);
    const demo = Demo.parse({ baseUrl: cloud.baseUrl, users, teams, eventTypes, oauthClients });
    await seedPayment(demo.users.alice.id, demo.eventTypes.alice60.id);
    return demo;
  });

/** One after the other, so that the same names get the same ids every time. */
async function ofEach<N extends string, T>(
  names: readonly N[],
  make: (name: N) => Promise<T>,
): Promise<Record<string, T>> {
  const made: Record<string, T> = {};
  for (const name of names) made[name] = await make(name);
  return made;
}
