/** Drops what this process writes to its standard output, as log lines of functions are; returns how to end that. */
export function muteOutput(): () => void {
  const write = process.stdout.write;
  process.stdout.write = () => true;
  return () => {
    process.stdout.write = write;
  };
}
