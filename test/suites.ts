/** Files that `npm run test:all` runs, because they take long or need programs beside Node.js; `npm test` runs all others of `test/`. */
const EXTENDED = [
  // The emulator of AWS, which changes seldom.
  "local-cloud/test/**/*.test.ts",

  // Chromium, npm, or Go, Python and AWS's own runtime client; CalDAV servers; Python's calendar packages.
  "test/browser/*.test.ts",
  "test/client/package.test.ts",
  "test/lib/calendar/external/caldav-servers.test.ts",
  "test/lib/calendar/external/connected-servers.test.ts",
  "test/lib/calendar/external/hostile-servers.test.ts",
  "test/lib/calendar/external/random-rules.test.ts",
  "test/lib/calendar/external/reference.test.ts",
  "test/lib/calendar/external/same-slots.test.ts",
  "test/lib/calendar/written-calendars-in-python.test.ts",
  "test/lib/delivery/calendars/servers.test.ts",
  "test/lib/mail/acceptance/*.test.ts",
  "test/lib/mail/invitation-in-servers.test.ts",
  "test/lib/mail/message-in-python.test.ts",
  "test/infra/install.test.ts",
  "test/programs/*.test.ts",

  // Programs of operators that are run at a release, or when something is wrong; commands as processes of their own.
  "test/infra/lint/*.test.ts",
  "test/infra/smoke/*.test.ts",
  "test/infra/cli/dead-letters.test.ts",
  "test/infra/cli/health.test.ts",
  "test/infra/cli/main.test.ts",
  "test/lib/operations/doctor/check-changing-calendar.test.ts",

  // Stacks of many settings: `test/infra/stack.test.ts` validates the default one, and `deployment.test.ts` reads the one with every setting. All bundles: `test/infra/bundle.test.ts` loads some.
  "test/infra/every-bundle.test.ts",
  "test/infra/every-setting.test.ts",
  "test/infra/mail.test.ts",
  "test/infra/reproducible.test.ts",
  "test/infra/restored-table.test.ts",
  "test/infra/stages.test.ts",
  "test/infra/standby.test.ts",
  "test/infra/cli/every-command-of-a-stack.test.ts",
  "test/journeys/mails.test.ts",
  "test/journeys/metrics.test.ts",
  "test/journeys/standby.test.ts",

  // Every endpoint of a guide's table, its programs, and the commands of all documents.
  "test/docs/moving-from-cal-v1.test.ts",
  "test/docs/export-cal.test.ts",
  "test/docs/moving-client.test.ts",
  "test/docs/commands.test.ts",
  "test/docs/every-sample.test.ts",
  "test/docs/commands/*.test.ts",

  // Every kind of caller, every set of scopes, drawn requests and races, each endpoint's round trips: `test/contract/endpoints.test.ts`
  // has the rules, and `test/journeys/visibility.test.ts` the main cases of access.
  "test/contract/generated-requests.test.ts",
  "test/contract/round-trips.test.ts",
  "test/contract/scopes.test.ts",
  "test/contract/visibility/*.test.ts",
  "test/journeys/account.test.ts",
  "test/journeys/account-calendars.test.ts",
  "test/journeys/account-security.test.ts",
  "test/journeys/calendar-races.test.ts",
  "test/journeys/oauth-attacks.test.ts",
  "test/journeys/oauth-by-hand.test.ts",
  "test/journeys/oauth-forged.test.ts",
  "test/journeys/races.test.ts",
  "test/lib/bookings/meeting-races.test.ts",
  "test/lib/delivery/sending/template-properties.test.ts",

  // Clients and libraries of others: the journeys of `npm test` have the same calls.
  "test/journeys/known-booking-pages.test.ts",
  "test/journeys/mcp-oauth.test.ts",
  "test/journeys/oauth-libraries.test.ts",
  "test/journeys/subscribers.test.ts",
  "test/journeys/typed-client.test.ts",

  // Thousands of items.
  "test/journeys/long-list.test.ts",
  "test/journeys/pages.test.ts",
  "test/lib/bookings/largest-booking.test.ts",
  "test/lib/bookings/attendees/many.test.ts",
  "test/lib/bookings/deep-pages.test.ts",
  "test/lib/bookings/pages-for-admins.test.ts",
  "test/lib/bookings/hosts/shares.test.ts",
  "test/lib/bookings/index-lists.test.ts",
  "test/lib/mail/outage.test.ts",
  "test/lib/storage/lists/concurrent-bookings.test.ts",
  "test/lib/storage/lists/deep-own-lists.test.ts",
  "test/lib/storage/lists/lists-for-admins.test.ts",
  "test/lib/storage/lists/own-lists.test.ts",
  "test/lib/storage/lists/sparse-ids.test.ts",

  // Crashes, backups and lost regions, with processes and clouds of their own; busy tables, and subscribers that keep failing.
  "test/bench/cloud-process.test.ts",
  "test/infra/cli/backfill.test.ts",
  "test/infra/cli/backup.test.ts",
  "test/infra/cli/demo.test.ts",
  "test/infra/cli/import.test.ts",
  "test/infra/cli/interrupted.test.ts",
  "test/infra/local/main.test.ts",
  "test/journeys/crash.test.ts",
  "test/journeys/deliveries.test.ts",
  "test/journeys/key-rotation.test.ts",
  "test/journeys/observability.test.ts",
  "test/journeys/region-lost.test.ts",
  "test/journeys/restore.test.ts",
  "test/journeys/secrets.test.ts",
  "test/journeys/silent-feed.test.ts",
  "test/lib/bookings/busy-table.test.ts",
  "test/lib/delivery/calendars/interrupted-writes.test.ts",
  "test/lib/operations/import/imported-bookings.test.ts",
  "test/lib/operations/import/dry-run.test.ts",
  "test/lib/operations/import/rejected-lines.test.ts",
  "test/lib/operations/privacy/every-trace.test.ts",
  "test/lib/delivery/circuit-breaker/breaker.test.ts",
  "test/lib/delivery/circuit-breaker/release.test.ts",
];

/** The first file of each suite: it bundles the functions in a fresh clone. */
export const BUNDLING: readonly string[] = [
  "test/journeys/webhooks.test.ts",
  "test/programs/aws-runtime.test.ts",
];

/** The files that take longest, which start in this order, so that no worker is left alone with one at the end. */
export const LONGEST = [
  "test/contract/permissions.test.ts",
  "test/journeys/calendars.test.ts",
  "test/infra/stack.test.ts",
  "test/infra/resource-policies.test.ts",
  "test/infra/observability.test.ts",
  "test/infra/cli/every-command.test.ts",
  // After `permissions.test.ts` has synthesized the stack that both use.
  "test/contract/endpoints.test.ts",
  "test/journeys/calendar-writes.test.ts",

  "test/lib/mail/acceptance/killed-functions.test.ts",
  "test/lib/bookings/hosts/shares.test.ts",
  "test/lib/calendar/external/hostile-servers.test.ts",
  "test/lib/delivery/calendars/interrupted-writes.test.ts",
  // What waits most of the time is beside what needs the processor.
  "test/contract/visibility/visibility.test.ts",
  "test/journeys/silent-feed.test.ts",
  "test/infra/cli/import.test.ts",
  "test/contract/visibility/ended-rights.test.ts",
  "local-cloud/test/cloud-events.test.ts",
  "test/docs/commands/deploy.test.ts",
  "test/infra/every-setting.test.ts",
  "test/journeys/crash.test.ts",
  "test/docs/commands/readme.test.ts",
  "test/contract/generated-requests.test.ts",
  "test/journeys/restore.test.ts",
  "test/journeys/account-calendars.test.ts",
  "test/browser/account.test.ts",
  "test/browser/docs-page.test.ts",
  "test/contract/scopes.test.ts",
  "test/browser/oauth-pages.test.ts",
  "test/journeys/deliveries.test.ts",
  "test/client/package.test.ts",
  "test/lib/delivery/circuit-breaker/release.test.ts",
];

/** Which test files belong to `npm test` and to `npm run test:all`. */
export const SUITES = {
  main: { include: ["test/**/*.test.ts"], exclude: EXTENDED },
  extended: { include: EXTENDED, exclude: [] },
};
