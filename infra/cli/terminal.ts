/** Where a command reads and writes; a test brings its own. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** All of standard input. */
  read(): Promise<string>;
}

/** The streams of this process. */
export const processTerminal: Terminal = {
  out(text) {
    process.stdout.write(text);
  },
  err(text) {
    process.stderr.write(text);
  },
  async read() {
    let text = "";
    for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
    return text;
  },
};
