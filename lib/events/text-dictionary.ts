/**
 * Strings that most events contain, in the order in which they follow each other in an event. Compressed text refers to them by their
 * position, so it can only be read with this very dictionary: never change it.
 */
export const TEXT_DICTIONARY = [
  '"paymentId":1,"paymentData":{"id":1,"uid":"","appId":null,"amount":1000,"fee":0,"currency":"EUR","success":true,"refunded":false,"externalId":"","paymentOption":null}',
  '"message":"No-show updated.","bookingUid":""',
  '"videoCallUrl":"https://","references":[{"id":1,"type":"_video","uid":"","meetingId":"","meetingPassword":null,"meetingUrl":"https://","thirdPartyRecurringEventId":null,"externalCalendarId":null,"credentialId":null,"deleted":null}],"videoCallData":{"type":"integrations:","id":"","password":"","url":"https://"}',
  '"team":{"id":1,"name":"","members":[{"id":',
  '[{"id":"aud_","at":"T00:00:00.000Z","resource":"booking","resourceId":"1","changes":[{"resource":"booking","ids":["1"],"action":"created","attributes":[]},{"resource":"attendee","ids":["1"],"action":"created","attributes":[]}],"userId":1,"credentialId":"key_","requestId":"","ttl":18',
  '"action":"changed","attributes":["cancellationReason","cancelledBy","claim","endTime","iCalSequence","idempotencyKey","references","rejectionReason","rescheduled","startTime","status"]},{"resource":"booking-reference"',
  '"additionalNotes":"","phone":{"label":"Phone number","value":"+","isHidden":false},"notes":{"label":"Additional notes","value":"","isHidden":false},"rescheduleReason":{"label":"Reason for rescheduling","value":""',
  '"status":"CANCELLED","status":"PENDING","status":"REJECTED"',
  '{"uid":"","bookingId":1,"iCalUID":"","iCalSequence":0,"sequence":1,"title":" between  and ","description":null,"additionalNotes":null,"status":"ACCEPTED","startTime":":00:00.000Z","endTime":":30:00.000Z",',
  '"type":"","eventTitle":"","eventDescription":null,"eventTypeId":1,"length":30,"price":0,"currency":"USD","requiresConfirmation":false,"seatsPerTimeSlot":null,',
  '"organizer":{"id":1,"name":"","email":"@example.com","username":"","timeZone":"Europe/","language":{"locale":"en"},"timeFormat":24,"utcOffset":60},',
  '"attendees":[{"id":1,"email":"@example.com","name":"","firstName":"","lastName":"","timeZone":"Europe/","phoneNumber":null,"language":{"locale":"en"},"utcOffset":60,"noShow":false}],',
  '"responses":{"name":{"label":"Your name","value":"","isHidden":false},"email":{"label":"Email address","value":"@example.com","isHidden":false},"location":{"label":"Location","value":{"value":"link","optionValue":""},"isHidden":false},"guests":{"label":"Additional guests","value":[],"isHidden":false}},',
  '"userFieldsResponses":{},"customInputs":null,"location":"integrations:","metadata":{},"references":[],"videoCallData":null,"destinationCalendar":null,"team":null,"changed":null',
  ',"rescheduleId":null,"rescheduleUid":null,"rescheduleStartTime":null,"rescheduleEndTime":null,"rescheduledBy":null,"changed":{"startTime":{"from":"T00:00:00.000Z","to":"T00:00:00.000Z"},"endTime":{"from":"T00:30:00.000Z","to":"T00:30:00.000Z"},"status":{"from":"PENDING","to":"ACCEPTED"}}',
  ',"cancellationReason":null,"cancelledBy":null,"rejectionReason":null}',
].join("");
