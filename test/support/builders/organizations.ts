import type { StoredBooking } from "#lib/bookings/entity.ts";
import type { Team } from "#lib/identity/teams/schema.ts";
import { book, makeEventType, makeUserWithKey, type UserWithKey } from "./builders.ts";
import { addMember, makeTeam } from "./teams.ts";

const START = "2031-03-03T09:00:00Z";

/** An organization with an admin and a member who hosts a booking. */
export interface OrganizationBooking {
  organization: Team;
  admin: UserWithKey;
  member: UserWithKey;
  booking: StoredBooking;
}

/** Creates an organization with an owner and a member, accepted by default, who hosts a booking. */
export async function makeOrganizationBooking(
  membership: Record<string, unknown> = {},
): Promise<OrganizationBooking> {
  const organization = await makeTeam({ isOrganization: true });
  const [admin, member] = await Promise.all([makeUserWithKey(), makeUserWithKey()]);
  await addMember(organization, admin.caller, { role: "OWNER" });
  await addMember(organization, member.caller, membership);
  const booking = await book(member.caller, await makeEventType(member.caller), { start: START });
  return { organization, admin, member, booking };
}
