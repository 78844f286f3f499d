import { testCommandsOf } from "#test/support/documents/document-commands.ts";

testCommandsOf("docs/availability.md", {
  description: "creates a schedule, lists slots and busy times",
  isRepeated: true,
  output: [
    /"name":"Evenings"/,
    /"time":"2031-01-07T13:30:00\+05:30"/,
    /"time":"2031-01-07T16:30:00\+01:00"/,
    /"workingHours":/,
    /2031-01-07T09:00:00\+01:00/,
    /"reservations":\[.*\{"uid":"/,
    /"message":"Booking created."/,
  ],
});
