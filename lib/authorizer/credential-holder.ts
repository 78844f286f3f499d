import type { Caller, GrantReference, UserRole } from "#lib/caller.ts";
import type { RateState } from "#lib/http/rate-state.ts";

/** The holder of a credential, and what the credential itself allows. */
export interface CredentialHolder {
  /** The copies of the user's rights on the credential. */
  rights: { userId: number; role: UserRole; isLocked: boolean; organizations?: number[] | undefined };
  scopes: Caller["scopes"];
  credentialId: string;
  /** Only of an access token. */
  grant?: GrantReference;
  rate: RateState;
}
