import { NodeHttpHandler } from "@smithy/node-http-handler";
import { afterRunning } from "./after-running.ts";

/**
 * Calls of a client under way at once: more than a function has the CPU to make, at some milliseconds a call, and few enough that a
 * slow CPU comes round to each of them in time.
 */
const MOST_AT_ONCE = 16;
/** Milliseconds within which an answer that has begun must go on. */
const STALLED_MS = 60_000;

type Handle = NodeHttpHandler["handle"];

/**
 * How a client of AWS sends its requests. One that is not answered within so many milliseconds, connecting included, is given
 * up, and the client sends it again. Only time in which this process could have seen the answer counts: neither that in which
 * the process was busy or frozen, nor that in which a request waits for one of the connections. Else a list that takes hundreds
 * of calls would give up most of them together, which is more than a client sends again.
 */
export class RequestHandler extends NodeHttpHandler {
  readonly #requestMs: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(requestMs: number) {
    super({ socketTimeout: STALLED_MS });
    this.#requestMs = requestMs;
  }

  override async handle(request: Parameters<Handle>[0], options?: Parameters<Handle>[1]): ReturnType<Handle> {
    await this.#turn();
    const deadline = new AbortController();
    const cancel = afterRunning(this.#requestMs, () => deadline.abort());
    try {
      return await super.handle(request, { ...options, abortSignal: deadline.signal });
    } catch (error) {
      throw deadline.signal.aborted ? timeoutError(this.#requestMs) : error;
    } finally {
      cancel();
      this.#endTurn();
    }
  }

  async #turn(): Promise<void> {
    if (this.#underWay < MOST_AT_ONCE) this.#underWay += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The next in line takes the place. */
  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#underWay -= 1;
  }
}

/** What the client knows as worth sending again. */
const timeoutError = (milliseconds: number): Error =>
  Object.assign(new Error(`There was no answer within ${milliseconds} ms.`), { name: "TimeoutError" });
