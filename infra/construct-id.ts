/** Id of a function's construct, which its logical id begins with: `bookings.no-show` → `BookingsNoShow`. */
export const constructId = (id: string): string =>
  id.replaceAll(/(?:^|[.-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
