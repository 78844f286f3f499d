/** What came of one step. */
export interface StepResult {
  name: string;
  outcome: "passed" | "failed" | "skipped";
  milliseconds: number;
  detail: string;
}

/** What a step found out, and a sentence about it. */
interface Passed<T> {
  detail: string;
  value: T;
}

/** Runs steps one after the other and reports each as it ends; a step that throws has failed, and the next one runs. */
export class Steps {
  readonly results: StepResult[] = [];
  readonly #report: (result: StepResult) => void;

  constructor(report: (result: StepResult) => void) {
    this.#report = report;
  }

  /** Runs a step; undefined when it failed. */
  async run<T>(name: string, step: () => Promise<Passed<T>>): Promise<T | undefined> {
    const began = performance.now();
    const ended = (outcome: StepResult["outcome"], detail: string) =>
      this.#add({ name, outcome, milliseconds: Math.round(performance.now() - began), detail });
    try {
      const { detail, value } = await step();
      ended("passed", detail);
      return value;
    } catch (error) {
      ended("failed", messageOf(error));
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

/** The message of an error, with that of its cause: a failed fetch names the reason only there. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
