/** The result of one step. */
export interface StepResult {
  name: string;
  outcome: "passed" | "failed" | "skipped";
  milliseconds: number;
  detail: string;
}

/** The value of a passed step, and a sentence for the report. */
interface Passed<T> {
  detail: string;
  value: T;
}

/** Runs steps one after another and reports each result. A step that throws has failed; the next steps still run. */
export class Steps {
  readonly results: StepResult[] = [];
  readonly #report: (result: StepResult) => void;

  constructor(report: (result: StepResult) => void) {
    this.#report = report;
  }

  /** Runs a step and returns its value; undefined if it failed. */
  async run<T>(name: string, step: () => Promise<Passed<T>>): Promise<T | undefined> {
    const started = performance.now();
    const finish = (outcome: StepResult["outcome"], detail: string) =>
      this.#add({ name, outcome, milliseconds: Math.round(performance.now() - started), detail });
    try {
      const { detail, value } = await step();
      finish("passed", detail);
      return value;
    } catch (error) {
      finish("failed", formatError(error));
      return undefined;
    }
  }

  skip(name: string, detail: string): void {
    this.#add({ name, outcome: "skipped", milliseconds: 0, detail });
  }

  #add(result: StepResult): void {
    this.results.push(result);
    this.#report(result);
  }
}

/** Returns the message of an error, with that of its cause, which contains the reason for a failed fetch. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
