import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
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
   * The second instance starts if calls still wait after this long and a CPU core was idle during that time. Without an
   * idle core, another instance would only slow down the others.
   */
  growAfterMilliseconds: number;
  /** Instances beyond the first stop after this long without a call. */
  idleMilliseconds: number;
}

interface PooledInstance {
  instance: Instance;
  idleTimer: NodeJS.Timeout | undefined;
}

type TakeInstance = (pooled: PooledInstance) => void;

/** Without an idle core, an instance is added after this many waits of `growAfterMilliseconds` per running instance. */
const WAITS_PER_INSTANCE = 4;
/** For every four instances, a core must be idle for another `growAfterMilliseconds` before one is added. */
const INSTANCES_PER_WAIT = 4;

/**
 * The instances of one function. They start when calls need them; each runs one call at a time, as on Lambda. When
 * `maxInstances` are busy, calls wait in a queue.
 */
export class FunctionPool {
  readonly #options: InstanceOptions;
  readonly #limits: PoolLimits;
  readonly #instances = new Set<PooledInstance>();
  readonly #idle: PooledInstance[] = [];
  readonly #waitingCalls: TakeInstance[] = [];
  #queueEmptied = Promise.withResolvers<void>();
  #isGrowing = false;

  constructor(options: InstanceOptions, limits: PoolLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  async invoke(call: InstanceCall): Promise<Outcome> {
    const pooled = this.#findInstance() ?? (await this.#waitForInstance());
    const outcome = await pooled.instance.invoke(call);
    this.#release(pooled);
    return outcome;
  }

  /** Resolves when no call waits for an instance. */
  async waitForCapacity(): Promise<void> {
    if (this.#waitingCalls.length > 0) await this.#queueEmptied.promise;
  }

  /** Terminates every instance, even during a call; the next call starts a new one. */
  async kill(): Promise<void> {
    await Promise.all([...this.#instances].map(({ instance }) => instance.close()));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#instances].map((pooled) => this.#stop(pooled)));
  }

  #start(): PooledInstance {
    const pooled: PooledInstance = { instance: startInstance(this.#options), idleTimer: undefined };
    this.#instances.add(pooled);
    return pooled;
  }

  /** Returns an idle instance, or a new one if the function has none; undefined if all are busy. */
  #findInstance(): PooledInstance | undefined {
    for (let pooled = this.#idle.pop(); pooled !== undefined; pooled = this.#idle.pop()) {
      clearTimeout(pooled.idleTimer);
      if (pooled.instance.isAlive()) return pooled;
      this.#instances.delete(pooled);
    }
    return this.#instances.size === 0 ? this.#start() : undefined;
  }

  #waitForInstance(): Promise<PooledInstance> {
    return new Promise((resolve) => {
      this.#waitingCalls.push(resolve);
      void this.#growWhileCallsWait();
    });
  }

  /** Removes the call that has waited longest from the queue. */
  #dequeue(): TakeInstance | undefined {
    const takeInstance = this.#waitingCalls.shift();
    if (this.#waitingCalls.length === 0) {
      this.#queueEmptied.resolve();
      this.#queueEmptied = Promise.withResolvers();
    }
    return takeInstance;
  }

  async #growWhileCallsWait(): Promise<void> {
    if (this.#isGrowing) return;
    this.#isGrowing = true;
    let waits = 0;
    while (this.#canGrow()) {
      // The more instances run, the longer a core must be idle: a short pause of many is no reason for another one.
      const waitsPerCheck = Math.ceil(this.#instances.size / INSTANCES_PER_WAIT);
      const wasCoreIdle = await pauseAndCheckIdleCore(waitsPerCheck * this.#limits.growAfterMilliseconds);
      waits += waitsPerCheck;
      if (!wasCoreIdle && waits < WAITS_PER_INSTANCE * this.#instances.size) continue;
      this.#grow();
      waits = 0;
    }
    this.#isGrowing = false;
  }

  #canGrow(): boolean {
    return this.#waitingCalls.length > 0 && this.#instances.size < this.#limits.maxInstances;
  }

  #grow(): void {
    if (this.#canGrow()) this.#dequeue()?.(this.#start());
  }

  #release(pooled: PooledInstance): void {
    if (!pooled.instance.isAlive()) {
      this.#instances.delete(pooled);
      this.#grow();
      return;
    }
    const takeInstance = this.#dequeue();
    if (takeInstance !== undefined) {
      takeInstance(pooled);
      return;
    }
    this.#idle.push(pooled);
    pooled.idleTimer = setTimeout(() => {
      if (this.#instances.size > 1) void this.#stop(pooled);
    }, this.#limits.idleMilliseconds).unref();
  }

  async #stop(pooled: PooledInstance): Promise<void> {
    this.#instances.delete(pooled);
    const index = this.#idle.indexOf(pooled);
    if (index >= 0) this.#idle.splice(index, 1);
    clearTimeout(pooled.idleTimer);
    await pooled.instance.close();
  }
}

/** Waits, and returns whether the machine's cores were idle for half of that time or more, in total. */
async function pauseAndCheckIdleCore(milliseconds: number): Promise<boolean> {
  const before = idleMilliseconds();
  await pause(milliseconds);
  return idleMilliseconds() - before >= milliseconds / 2;
}

/** Total idle time of all cores since the machine started. */
const idleMilliseconds = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
