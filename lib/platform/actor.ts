import { AsyncLocalStorage } from "node:async_hooks";

/** Who makes a change, for the audit trail: a user, if there is one, and a credential or role. */
export interface Actor {
  /** 0 if no user makes the change. */
  userId: number;
  /**
   * As in `Caller`: `key-7`, `grant-` and the id of a grant, `session`, `reset-link`, `decide-link`, `operator` or `anyone`; `service` for
   * automatic changes.
   */
  credentialId: string;
}

/** The actor of automatic changes, by functions that process queues, the stream or a schedule. */
const SERVICE: Actor = { userId: 0, credentialId: "service" };

const actors = new AsyncLocalStorage<Actor>();

/** Runs a function whose changes are audited as those of an actor. It does not check any rights. */
export const runAs = <T>({ userId, credentialId }: Actor, run: () => T): T =>
  actors.run({ userId, credentialId }, run);

/** The actor of the running call. */
export const currentActor = (): Actor => actors.getStore() ?? SERVICE;
