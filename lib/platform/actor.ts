import { AsyncLocalStorage } from "node:async_hooks";

/** Who changes something, for the audit trail: a user, if it is one, by a credential or in a role. */
export interface Actor {
  /** 0 where nobody of the users acts. */
  userId: number;
  /** As in {@link Caller}: `key-7`, the id of a grant, `session`, `reset-link`, `operator`, `anyone`; `service` for what runs by itself. */
  credentialId: string;
}

/** The service itself: consumers of queues and streams, and what runs by the clock. */
const SERVICE: Actor = { userId: 0, credentialId: "service" };

const actors = new AsyncLocalStorage<Actor>();

/** Runs something in somebody's name. It decides nothing about what may be done. */
export const runAs = <T>({ userId, credentialId }: Actor, run: () => T): T =>
  actors.run({ userId, credentialId }, run);

/** In whose name whatever runs now does so. */
export const currentActor = (): Actor => actors.getStore() ?? SERVICE;
