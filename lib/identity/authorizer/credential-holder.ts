import type { Caller, GrantReference, UserRole } from "#lib/caller.ts";
import type { RateState } from "#lib/entry/http/gateway-context.ts";

/** The user of a credential, and the scopes of the credential. */
export interface CredentialHolder {
  /** The user's rights, copied to the credential. */
  rights: { userId: number; role: UserRole; isLocked: boolean; organizations?: number[] | undefined };
  scopes: Caller["scopes"];
  credentialId: string;
  /** Only of an access token. */
  grant?: GrantReference;
  rate: RateState;
}
