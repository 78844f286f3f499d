import { hadFreeCore } from "./free-core.ts";
import {
  type Instance,
  type InstanceCall,
  type InstanceOptions,
  type Outcome,
  startInstance,
} from "./instance.ts";

/** How a pool grows and shrinks. */
export interface PoolLimits {
  maxInstances: number;
  /**
   * One more instance starts after a call has waited this long, if a core of the machine was free meanwhile. If none was,
   * an instance more would only take its share of the others' time.
   */
  patienceMilliseconds: number;
  /** Instances beyond the first end after this long without a call. */
  idleMilliseconds: number;
}

interface Seat {
  instance: Instance;
  idleTimer: NodeJS.Timeout | undefined;
}

/** For each instance there is, so many times the patience is enough for another one, even if no core is free. */
const STEPS_WITHOUT_CORE = 4;

/**
 * The instances of one function, as many as its load asks for. They start with the first call that needs them; each
 * runs one call at a time, as on Lambda. Calls beyond `maxInstances` wait for their turn.
 */
export class FunctionPool {
  readonly #options: InstanceOptions;
  readonly #limits: PoolLimits;
  readonly #seats = new Set<Seat>();
  readonly #idle: Seat[] = [];
  readonly #waiting: ((seat: Seat) => void)[] = [];
  #room = Promise.withResolvers<void>();
  #isGrowing = false;

  constructor(options: InstanceOptions, limits: PoolLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  async invoke(call: InstanceCall): Promise<Outcome> {
    const seat = this.#seatAtHand() ?? (await this.#seatInTurn());
    const outcome = await seat.instance.invoke(call);
    this.#release(seat);
    return outcome;
  }

  /** Resolves once no call waits for an instance. */
  async room(): Promise<void> {
    if (this.#waiting.length > 0) await this.#room.promise;
  }

  /** Ends every instance in the middle of whatever it does; the next call starts again. */
  async kill(): Promise<void> {
    await Promise.all([...this.#seats].map(({ instance }) => instance.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#seats].map((seat) => this.#dismiss(seat)));
  }

  #open(): Seat {
    const seat: Seat = { instance: startInstance(this.#options), idleTimer: undefined };
    this.#seats.add(seat);
    return seat;
  }

  #seatAtHand(): Seat | undefined {
    for (let seat = this.#idle.pop(); seat !== undefined; seat = this.#idle.pop()) {
      clearTimeout(seat.idleTimer);
      if (seat.instance.isAlive()) return seat;
      this.#seats.delete(seat);
    }
    return this.#seats.size === 0 ? this.#open() : undefined;
  }

  #seatInTurn(): Promise<Seat> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      void this.#growWhileWaiting();
    });
  }

  /** The call that has waited longest leaves the line. */
  #next(): ((seat: Seat) => void) | undefined {
    const next = this.#waiting.shift();
    if (this.#waiting.length === 0) {
      this.#room.resolve();
      this.#room = Promise.withResolvers();
    }
    return next;
  }

  /** Opens one instance after the other as long as calls wait. */
  async #growWhileWaiting(): Promise<void> {
    if (this.#isGrowing) return;
    this.#isGrowing = true;
    let steps = 0;
    while (this.#waiting.length > 0 && this.#seats.size < this.#limits.maxInstances) {
      const [first] = this.#waiting;
      const wasFree = await hadFreeCore(this.#limits.patienceMilliseconds);
      steps += 1;
      const isStuck = this.#waiting.length > 0 && this.#waiting[0] === first;
      if (!(wasFree && isStuck) && steps < STEPS_WITHOUT_CORE * this.#seats.size) continue;
      this.#grow();
      steps = 0;
    }
    this.#isGrowing = false;
  }

  #grow(): void {
    if (this.#waiting.length > 0 && this.#seats.size < this.#limits.maxInstances)
      this.#next()?.(this.#open());
  }

  #release(seat: Seat): void {
    if (!seat.instance.isAlive()) {
      this.#seats.delete(seat);
      this.#grow();
      return;
    }
    const next = this.#next();
    if (next !== undefined) {
      next(seat);
      return;
    }
    this.#idle.push(seat);
    seat.idleTimer = setTimeout(() => {
      if (this.#seats.size > 1) void this.#dismiss(seat);
    }, this.#limits.idleMilliseconds).unref();
  }

  async #dismiss(seat: Seat): Promise<void> {
    this.#seats.delete(seat);
    const index = this.#idle.indexOf(seat);
    if (index >= 0) this.#idle.splice(index, 1);
    clearTimeout(seat.idleTimer);
    await seat.instance.close();
  }
}
