/** Returns the id of a function's construct, with which its logical id starts: `bookings.no-show` → `BookingsNoShow`. */
export const constructId = (id: string): string =>
  id.replaceAll(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
