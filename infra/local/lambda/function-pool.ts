import { type Call, type Instance, type InstanceOptions, type Outcome, startInstance } from "./instance.ts";

/** How a pool grows and shrinks. */
export interface PoolLimits {
  maxInstances: number;
  /**
   * While calls wait for a busy instance, one more starts after this long for each there is. All share the cores of one
   * machine, and a start takes most of one.
   */
  patienceMilliseconds: number;
  /** Instances beyond the first end after this long without a call. */
  idleMilliseconds: number;
}

interface Seat {
  instance: Instance;
  idleTimer: NodeJS.Timeout | undefined;
}

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
  #isGrowing = false;

  constructor(options: InstanceOptions, limits: PoolLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  async invoke(call: Call): Promise<Outcome> {
    const seat = this.#seatAtHand() ?? (await this.#seatInTurn());
    const outcome = await seat.instance.invoke(call);
    this.#release(seat);
    return outcome;
  }

  /** Ends every instance in the middle of whatever it does; the next call starts anew. */
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
      this.#growInTurn();
    });
  }

  /** Opens one instance after the other as long as calls wait. */
  #growInTurn(): void {
    if (this.#isGrowing || this.#waiting.length === 0 || this.#seats.size >= this.#limits.maxInstances)
      return;
    this.#isGrowing = true;
    setTimeout(() => {
      this.#isGrowing = false;
      this.#grow();
      this.#growInTurn();
    }, this.#limits.patienceMilliseconds * this.#seats.size);
  }

  #grow(): void {
    if (this.#seats.size < this.#limits.maxInstances) this.#waiting.shift()?.(this.#open());
  }

  #release(seat: Seat): void {
    if (!seat.instance.isAlive()) {
      this.#seats.delete(seat);
      this.#grow();
      return;
    }
    const next = this.#waiting.shift();
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
