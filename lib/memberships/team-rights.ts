import type { StoredMembership } from "./entity.ts";
import { type Caller, isSystemAdmin } from "#lib/caller.ts";

/** What a caller may do in a team. */
export interface TeamRights {
  /** Knows of the team: invited, a member, or a system admin. */
  sees: boolean;
  /** Reads and edits all memberships. */
  administers: boolean;
  /** May make and unmake owners. */
  owns: boolean;
}

/** The rights that follow from the caller's own membership; an invitation not yet accepted gives none but to see it. */
export function teamRights(caller: Caller, own: StoredMembership | undefined): TeamRights {
  const all = isSystemAdmin(caller);
  const role = own?.accepted ? own.role : undefined;
  return {
    sees: all || own !== undefined,
    administers: all || role === "ADMIN" || role === "OWNER",
    owns: all || role === "OWNER",
  };
}
