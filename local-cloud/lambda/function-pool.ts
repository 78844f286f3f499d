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
  /** While calls wait, another instance starts each time this has passed, so that a short burst starts none. */
  growAfterMilliseconds: number;
  /** Instances beyond the first stop after this long without a call. */
  idleMilliseconds: number;
}

interface PooledInstance {
  instance: Instance;
  idleTimer: NodeJS.Timeout | undefined;
}

type TakeInstance = (pooled: PooledInstance) => void;

/**
 * The instances of one function. They start when calls need them; each runs one call at a time, as on Lambda. When
 * `maxInstances` are busy, calls wait in a queue.
 */
export class FunctionPool {
  readonly #options: InstanceOptions;
  readonly #limits: PoolLimits;
  readonly #startInstance: typeof startInstance;
  readonly #instances = new Set<PooledInstance>();
  readonly #idle: PooledInstance[] = [];
  readonly #waitingCalls: TakeInstance[] = [];
  #queueEmptied = Promise.withResolvers<void>();
  #growTimer: NodeJS.Timeout | undefined;

  constructor(options: InstanceOptions, limits: PoolLimits, start = startInstance) {
    this.#options = options;
    this.#limits = limits;
    this.#startInstance = start;
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
    const pooled: PooledInstance = { instance: this.#startInstance(this.#options), idleTimer: undefined };
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
      this.#growLater();
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

  #growLater(): void {
    if (this.#growTimer !== undefined || !this.#canGrow()) return;
    this.#growTimer = setTimeout(() => {
      this.#growTimer = undefined;
      this.#grow();
      this.#growLater();
    }, this.#limits.growAfterMilliseconds).unref();
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
