import { type Caller, isSystemAdmin, organizationsOf } from "#lib/caller.ts";
import { organizationMembers } from "#lib/memberships/organization-members.ts";

/**
 * Whose bookings a caller lists: their own, with those of accepted members for the admin of an organisation, everybody's
 * for a system admin. `wanted` narrows it for admins and is ignored for others; whom an admin does not see is left out.
 * One round trip for the admin of an organisation, none for others.
 */
export async function visibleHosts(
  caller: Caller,
  wanted: readonly number[] | undefined,
): Promise<readonly number[] | "everybody"> {
  if (isSystemAdmin(caller)) return wanted ? [...new Set(wanted)] : "everybody";
  if (organizationsOf(caller).length === 0) return [caller.userId];
  const hosts = [...new Set([caller.userId, ...(await organizationMembers(caller))])];
  return wanted ? hosts.filter((host) => wanted.includes(host)) : hosts;
}
