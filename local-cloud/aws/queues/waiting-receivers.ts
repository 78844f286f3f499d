import type { Clock } from "#local-cloud/aws/types.ts";

/** The receivers that wait for a message, by queue. */
export class WaitingReceivers {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves when the queue is woken, the time is reached, or the signal is aborted. */
  wait(queue: string, until: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const receivers = this.#waiting.get(queue) ?? new Set();
    this.#waiting.set(queue, receivers);
    const wake = (): void => {
      receivers.delete(wake);
      cancel();
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const cancel = this.#clock.after(Math.max(0, until - this.#clock.now()), wake);
    receivers.add(wake);
    signal?.addEventListener("abort", wake);
    return promise;
  }

  /** Ends the waits for a queue, so that the receivers check it again. */
  wake(queue: string): void {
    for (const wake of [...(this.#waiting.get(queue) ?? [])]) wake();
  }

  /** Ends all waits. */
  wakeAll(): void {
    for (const queue of this.#waiting.keys()) this.wake(queue);
  }
}
