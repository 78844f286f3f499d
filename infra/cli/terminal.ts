import { setTimeout } from "node:timers/promises";
import { styleText } from "node:util";

/** The capabilities of an output stream. */
export interface Screen {
  /** Width in characters; undefined if the stream is not a terminal. */
  columns?: number | undefined;
  /** Whether to use colors: the stream is a terminal, and `NO_COLOR` is not set. */
  isColored?: boolean | undefined;
}

/** The input, output and clock of a command. Tests replace it. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Reads standard input to its end. */
  read(): Promise<string>;
  wait(milliseconds: number): Promise<void>;
  /** The capabilities of `out` and `err`. Default: neither width nor colors. */
  screens?: { out: Screen; err: Screen };
}

type Format = "bold" | "green" | "red";

/** Formats a text if the screen has colors. */
export const paint = ({ isColored }: Screen, format: Format, text: string): string =>
  isColored ? styleText(format, text, { validateStream: false }) : text;

const screenOf = (stream: NodeJS.WriteStream): Screen =>
  stream.isTTY ? { columns: stream.columns, isColored: stream.hasColors() } : {};

/** The streams of this process. */
export const processTerminal: Terminal = {
  screens: { out: screenOf(process.stdout), err: screenOf(process.stderr) },
  out(text) {
    process.stdout.write(text);
  },
  err(text) {
    process.stderr.write(text);
  },
  wait: (milliseconds) => setTimeout(milliseconds),
  async read() {
    let text = "";
    for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
    return text;
  },
};

/** Prints nothing and reads nothing: for a command line whose grammar is read, not run. */
export const SILENT_TERMINAL: Terminal = {
  out: () => {},
  err: () => {},
  read: async () => "",
  wait: async () => {},
};
