/** Drops the standard output of this process, such as log lines of functions. Returns a function that ends this. */
export function muteOutput(): () => void {
  const write = process.stdout.write;
  process.stdout.write = () => true;
  return () => {
    process.stdout.write = write;
  };
}
