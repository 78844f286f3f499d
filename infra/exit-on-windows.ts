/** Ends the process on Windows: the local service, the command line and the tests use POSIX signals, file modes and a shell. */
export function exitOnWindows(): void {
  if (process.platform !== "win32") return;
  console.error(
    "On Windows, run this command in WSL (Windows Subsystem for Linux): https://learn.microsoft.com/windows/wsl/install",
  );
  process.exit(1);
}
