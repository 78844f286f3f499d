/** Generated from docs/openapi.json by `npm run documents`. */

export interface paths {
    "/.well-known/jwks.json": {
        parameters: Record<string, never>;
        /**
         * Get the public keys that verify access tokens
         * @description JSON Web Key Set (RFC 7517) for programs that verify access tokens themselves.
         */
        get: operations["oauth.jwks"];
    };
    "/.well-known/oauth-authorization-server": {
        parameters: Record<string, never>;
        /**
         * Get the metadata of the authorization server
         * @description Metadata that OAuth libraries read to configure themselves (RFC 8414). The path of OpenID metadata is for clients that ask only there below the base URL (RFC 8414 §5); the service is no OpenID provider.
         */
        get: operations["oauth.server-metadata"];
    };
    "/.well-known/oauth-protected-resource": {
        parameters: Record<string, never>;
        /**
         * Get the metadata of the protected resource
         * @description Metadata of the API for OAuth clients (RFC 9728).
         */
        get: operations["oauth.resource-metadata"];
    };
    "/.well-known/oauth-protected-resource/mcp": {
        parameters: Record<string, never>;
        /**
         * Get the metadata of the MCP server
         * @description Metadata of the MCP server for OAuth clients (RFC 9728).
         */
        get: operations["agents.resource-metadata"];
    };
    "/api/auth/oauth/introspect": {
        parameters: Record<string, never>;
        /**
         * Check whether a token is valid
         * @description Returns whether a token of the client can be used, and for what (RFC 7662). Only for confidential clients.
         */
        post: operations["oauth.introspect"];
    };
    "/api/auth/oauth/refreshToken": {
        parameters: Record<string, never>;
        /**
         * Exchange a refresh token for new tokens
         * @description Exchanges a refresh token, in the body or in the header `Authorization`, for new tokens. Each refresh token can be used once. The same as `POST /api/auth/oauth/token` with `grant_type=refresh_token`.
         */
        post: operations["oauth.refresh-token"];
    };
    "/api/auth/oauth/revoke": {
        parameters: Record<string, never>;
        /**
         * Revoke a token and its grant
         * @description Revokes the token and all tokens of the same grant (RFC 7009). Unknown tokens succeed, too.
         */
        post: operations["oauth.revoke"];
    };
    "/api/auth/oauth/token": {
        parameters: Record<string, never>;
        /**
         * Exchange an authorization code or refresh token for tokens
         * @description Exchanges an authorization code or a refresh token for an access token and a refresh token (RFC 6749 §3.2).
         */
        post: operations["oauth.token"];
    };
    "/attendees": {
        parameters: Record<string, never>;
        /**
         * List attendees
         * @description Lists the attendees of the bookings that you host. System admins get the attendees of all bookings.
         */
        get: operations["attendees.list"];
        /**
         * Add an attendee to a booking
         * @description Adds an attendee, also to a booking that has started, but not to one that is cancelled or rejected (409). If the event type has seats, the attendee gets one. Does not send invitations.
         */
        post: operations["attendees.create"];
    };
    "/attendees/{id}": {
        parameters: Record<string, never>;
        /**
         * Get an attendee
         * @description Returns an attendee of a booking that you host.
         */
        get: operations["attendees.get"];
        /**
         * Remove an attendee
         * @description Removes the attendee from the booking and frees the seat. The booking itself stays.
         */
        delete: operations["attendees.delete"];
        /**
         * Update an attendee
         * @description Changes the fields that you send. The booking contains the changed attendee at once.
         */
        patch: operations["attendees.update"];
    };
    "/audit": {
        parameters: Record<string, never>;
        /**
         * List audit entries, newest first
         * @description Lists who changed which fields, without values. Entries are kept for a year. Only for system admins.
         */
        get: operations["audit.list"];
    };
    "/availabilities": {
        parameters: Record<string, never>;
        /**
         * Create an availability
         * @description Adds weekly hours, or the hours of one date, to one of your schedules.
         */
        post: operations["availabilities.create"];
    };
    "/availabilities/{id}": {
        parameters: Record<string, never>;
        /**
         * Get an availability
         * @description Returns one entry of a schedule.
         */
        get: operations["availabilities.get"];
        /**
         * Delete an availability
         * @description Removes these hours from their schedule. Existing bookings stay.
         */
        delete: operations["availabilities.delete"];
        /**
         * Update an availability
         * @description Changes the fields that you send. Existing bookings stay.
         */
        patch: operations["availabilities.update"];
    };
    "/availability": {
        parameters: Record<string, never>;
        /**
         * Get the availability of a user or a team
         * @description Returns busy times and open hours in a range of at most 92 days: of a user (`userId` or `username`), or with `teamId` of each member of a team. With `eventTypeId` also the free slots. An access token needs the scope `ADMIN` for others than its user.
         */
        get: operations["availability.get"];
    };
    "/booking-references": {
        parameters: Record<string, never>;
        /**
         * List booking references
         * @description Lists the references of the bookings that you host. System admins get the references of all bookings.
         */
        get: operations["booking-references.list"];
        /**
         * Add a reference to a booking
         * @description Records a video room, a calendar entry or another external object of a booking. This service does not call the external system.
         */
        post: operations["booking-references.create"];
    };
    "/booking-references/{id}": {
        parameters: Record<string, never>;
        /**
         * Get a booking reference
         * @description Returns a reference of a booking that you host.
         */
        get: operations["booking-references.get"];
        /**
         * Delete a booking reference
         * @description Removes the reference from its booking. System admins can read it for 30 more days.
         */
        delete: operations["booking-references.delete"];
        /**
         * Update a booking reference
         * @description Changes the fields that you send.
         */
        patch: operations["booking-references.update"];
    };
    "/bookings": {
        parameters: Record<string, never>;
        /**
         * List bookings
         * @description Lists the bookings that you can read. Without `take`, `page` and `cursor` it returns all of them.
         */
        get: operations["bookings.list"];
        /**
         * Create a booking
         * @description Books a time of the event type's host. Two bookings of a host never overlap: if another one has the time, the request fails with 409. Use `GET /slots` to find free times. The fields of the booking are at the top level of the response and again under `booking`.
         */
        post: operations["bookings.create"];
    };
    "/bookings/{id}": {
        parameters: Record<string, never>;
        /**
         * Get a booking
         * @description Returns a booking that you host, by its id or its `uid`. Admins of the host's organization and system admins can read it, too.
         */
        get: operations["bookings.get"];
        /**
         * Update a booking
         * @description Changes the title, the description, the time or the status. A new time must be free, as for a new booking. Confirm with the status `ACCEPTED`, reject with `REJECTED`.
         */
        patch: operations["bookings.update"];
    };
    "/bookings/{id}/cancel": {
        parameters: Record<string, never>;
        /**
         * Cancel a booking
         * @description Cancels the booking and frees its time. A cancelled booking stays readable, and cancelling it again changes nothing. Sends the event `BOOKING_CANCELLED`.
         */
        delete: operations["bookings.cancel"];
    };
    "/bookings/{id}/no-show": {
        parameters: Record<string, never>;
        /**
         * Mark no-shows
         * @description Marks the host or attendees as no-shows, or removes the mark. Only after the booking has started. Sends the event `BOOKING_NO_SHOW_UPDATED`.
         */
        post: operations["bookings.no-show"];
    };
    "/bookings/{id}/rating": {
        parameters: Record<string, never>;
        /**
         * Rate a booking
         * @description Rates a booking that has started. A second rating replaces the first.
         */
        post: operations["bookings.rating"];
    };
    "/event-types": {
        parameters: Record<string, never>;
        /**
         * List event types
         * @description Lists your event types; those with several hosts while you are a member of their team. System admins get all event types.
         */
        get: operations["event-types.list"];
        /**
         * Create an event type
         * @description Creates an event type. Only the title and the length are required. With `teamId` it belongs to a team of which you are an admin or owner.
         */
        post: operations["event-types.create"];
    };
    "/event-types/{id}": {
        parameters: Record<string, never>;
        /**
         * Get an event type
         * @description Returns one of your event types, or an event type with several hosts of a team of which you are an admin or owner.
         */
        get: operations["event-types.get"];
        /**
         * Delete an event type
         * @description Deletes the event type. Its bookings stay. Admins and owners of a team can delete its event types with several hosts.
         */
        delete: operations["event-types.delete"];
        /**
         * Update an event type
         * @description Changes the fields that you send. Slots and bookings follow the change within 5 seconds; existing bookings stay. Admins and owners of a team can change its event types with several hosts, except for `teamId` and removing `schedulingType`.
         */
        patch: operations["event-types.update"];
    };
    "/events": {
        parameters: Record<string, never>;
        /**
         * List events
         * @description Lists the events of your bookings in the last 30 days, oldest first, for programs that catch up without webhooks. Follow the `Link` header and continue later with the last `cursor`.
         */
        get: operations["events.list"];
    };
    "/mcp": {
        parameters: Record<string, never>;
        /**
         * Call the MCP server
         * @description The server of the Model Context Protocol, for AI agents: Streamable HTTP without sessions. The body is a JSON-RPC message. Its tools have the scopes, checks and errors of the endpoints. Send an API key or an access token, as for every endpoint.
         */
        post: operations["agents.mcp"];
    };
    "/me": {
        parameters: Record<string, never>;
        /**
         * Get your profile
         * @description Returns the profile of the user whose credential you send. Useful to check a credential. `username` and `email` are also at the top level, for OAuth clients that read them there.
         */
        get: operations["me.get"];
    };
    "/me/grants": {
        parameters: Record<string, never>;
        /**
         * List the applications you have authorized
         * @description Lists the applications that may act in your name.
         */
        get: operations["me.grants.list"];
    };
    "/me/grants/{id}": {
        parameters: Record<string, never>;
        /**
         * Get the access of an application
         * @description Returns what an application may do in your name.
         */
        get: operations["me.grants.get"];
        /**
         * Revoke the access of an application
         * @description Ends the access of an application. Its tokens stop working within seconds.
         */
        delete: operations["me.grants.delete"];
    };
    "/memberships": {
        parameters: Record<string, never>;
        /**
         * List memberships
         * @description Lists your memberships. With `teamId`, admins and owners of the team get all its members.
         */
        get: operations["memberships.list"];
        /**
         * Invite a user to a team
         * @description Invites a user to a team. The user is a member after accepting the invitation. Only for admins and owners of the team.
         */
        post: operations["memberships.create"];
    };
    "/memberships/{key}": {
        parameters: Record<string, never>;
        /**
         * Get a membership
         * @description Returns one membership.
         */
        get: operations["memberships.get"];
        /**
         * Delete a membership
         * @description Leaves a team, or removes a member. The last owner can't leave.
         */
        delete: operations["memberships.delete"];
        /**
         * Update a membership
         * @description Accepts an invitation (`accepted`), or changes the role of a member.
         */
        patch: operations["memberships.update"];
    };
    "/payments": {
        parameters: Record<string, never>;
        /**
         * List payments
         * @description Lists the payments for the bookings that you host. System admins get all payments.
         */
        get: operations["payments.list"];
    };
    "/payments/{id}": {
        parameters: Record<string, never>;
        /**
         * Get a payment
         * @description Returns a payment for a booking that you host. Payments are created from messages of payment gateways, not by this API.
         */
        get: operations["payments.get"];
    };
    "/schedules": {
        parameters: Record<string, never>;
        /**
         * List schedules
         * @description Lists your schedules. System admins get all schedules.
         */
        get: operations["schedules.list"];
        /**
         * Create a schedule
         * @description Creates a schedule. The first schedule of a user is the default. Without `availability` it is open Monday to Friday, 09:00 to 17:00.
         */
        post: operations["schedules.create"];
    };
    "/schedules/{id}": {
        parameters: Record<string, never>;
        /**
         * Get a schedule
         * @description Returns one of your schedules.
         */
        get: operations["schedules.get"];
        /**
         * Delete a schedule
         * @description Deletes a schedule that no event type uses. If it was the default, the oldest of the others becomes the default.
         */
        delete: operations["schedules.delete"];
        /**
         * Update a schedule
         * @description Changes the fields that you send. Slots and bookings follow the change within 5 seconds; existing bookings stay.
         */
        patch: operations["schedules.update"];
    };
    "/slots": {
        parameters: Record<string, never>;
        /**
         * List slots
         * @description Lists the free slots of an event type in a range of at most 92 days, by date. `startTime`, `endTime` and an event type are required.
         */
        get: operations["slots.list"];
    };
    "/slots/reserve": {
        parameters: Record<string, never>;
        /**
         * List reservations
         * @description Lists the reservations of your time, and those that you made, until they expire. You can delete each of them, or book its time with its `uid`.
         */
        get: operations["reservations.list"];
        /**
         * Reserve a slot
         * @description Reserves a slot for some minutes, for example while the attendee fills in a form. Only a booking with its `uid` as `reservationUid` can have the time until then.
         */
        post: operations["reservations.create"];
    };
    "/slots/reserve/{uid}": {
        parameters: Record<string, never>;
        /**
         * Delete a reservation
         * @description Frees the reserved time before the reservation expires.
         */
        delete: operations["reservations.delete"];
    };
    "/teams": {
        parameters: Record<string, never>;
        /**
         * List teams
         * @description Lists the teams of which you are a member, or to which you are invited. System admins get all teams.
         */
        get: operations["teams.list"];
    };
    "/teams/{id}": {
        parameters: Record<string, never>;
        /**
         * Get a team
         * @description Returns a team of which you are a member, or to which you are invited.
         */
        get: operations["teams.get"];
    };
    "/teams/{id}/availability": {
        parameters: Record<string, never>;
        /**
         * Get the availability of a team
         * @description Returns busy times and open hours of each member of the team. Only for its admins and owners. An access token needs the scope `ADMIN`; without it, the team is not found.
         */
        get: operations["teams.availability"];
    };
    "/teams/{id}/event-types": {
        parameters: Record<string, never>;
        /**
         * List the event types of a team
         * @description Lists the event types of a team of which you are a member. Hidden ones only for admins and owners of the team, and for their own hosts. An access token needs the scope `ADMIN`; without it, the team is not found.
         */
        get: operations["teams.event-types.list"];
    };
    "/users": {
        parameters: Record<string, never>;
        /**
         * List users
         * @description Returns you as the only user. System admins get all users.
         */
        get: operations["users.list"];
    };
    "/users/{id}": {
        parameters: Record<string, never>;
        /**
         * Get a user
         * @description Returns your profile. System admins can read every user.
         */
        get: operations["users.get"];
    };
    "/users/{id}/availability": {
        parameters: Record<string, never>;
        /**
         * Get the availability of a user
         * @description Returns busy times and open hours of a user: yourself, or a member of one of your teams. An access token needs the scope `ADMIN` for other users.
         */
        get: operations["users.availability"];
    };
    "/webhooks": {
        parameters: Record<string, never>;
        /**
         * List webhooks
         * @description Lists your webhooks and those of teams that you administer. System admins get all webhooks.
         */
        get: operations["webhooks.list"];
        /**
         * Create a webhook
         * @description Registers a URL for events. The response contains the secret of the signatures: store it, because it is not returned again.
         */
        post: operations["webhooks.create"];
    };
    "/webhooks/{id}": {
        parameters: Record<string, never>;
        /**
         * Get a webhook
         * @description Returns one of your webhooks, without its secret.
         */
        get: operations["webhooks.get"];
        /**
         * Delete a webhook
         * @description Deletes the webhook. Deliveries that wait are not sent.
         */
        delete: operations["webhooks.delete"];
        /**
         * Update a webhook
         * @description Changes the fields that you send.
         */
        patch: operations["webhooks.update"];
    };
    "/webhooks/{id}/deliveries": {
        parameters: Record<string, never>;
        /**
         * List the deliveries of a webhook
         * @description Lists what was sent to the webhook in the last 30 days, newest first.
         */
        get: operations["webhooks.deliveries.list"];
    };
    "/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: Record<string, never>;
        /**
         * Get a delivery
         * @description Returns a delivery with its latest 100 attempts.
         */
        get: operations["webhooks.deliveries.get"];
    };
    "/webhooks/{id}/deliveries/{deliveryId}/resend": {
        parameters: Record<string, never>;
        /**
         * Resend a delivery
         * @description Sends the delivery again with the same id and body.
         */
        post: operations["webhooks.deliveries.resend"];
    };
    "/webhooks/{id}/health": {
        parameters: Record<string, never>;
        /**
         * Get the health of a webhook
         * @description Returns whether the subscriber responds, and when failed deliveries are sent again.
         */
        get: operations["webhooks.health"];
    };
    "/webhooks/{id}/recover": {
        parameters: Record<string, never>;
        /**
         * Resend failed and waiting deliveries
         * @description Sends all deliveries of events since a time that have failed or wait for a retry, for example after an outage of your server. If deliveries wait because your server is down, it is tested immediately.
         */
        post: operations["webhooks.recover"];
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: Record<string, never>;
        /**
         * Rotate the secret of a webhook
         * @description Creates a new secret and returns it. Until the grace period ends, requests are signed with the old and the new secret.
         */
        post: operations["webhooks.rotate-secret"];
    };
    "/webhooks/{id}/test": {
        parameters: Record<string, never>;
        /**
         * Test a webhook
         * @description Sends a sample event immediately, at most ten per minute, also to a webhook that is not active.
         */
        post: operations["webhooks.test"];
    };
}
export interface webhooks {
    BOOKING_CREATED: {
        parameters: Record<string, never>;
        /** A booking is accepted */
        post: operations["webhooks.BOOKING_CREATED"];
    };
    BOOKING_REQUESTED: {
        parameters: Record<string, never>;
        /** A booking requires confirmation */
        post: operations["webhooks.BOOKING_REQUESTED"];
    };
    BOOKING_RESCHEDULED: {
        parameters: Record<string, never>;
        /** A booking is moved to another time or replaced by a new booking */
        post: operations["webhooks.BOOKING_RESCHEDULED"];
    };
    BOOKING_CANCELLED: {
        parameters: Record<string, never>;
        /** A booking is cancelled */
        post: operations["webhooks.BOOKING_CANCELLED"];
    };
    BOOKING_REJECTED: {
        parameters: Record<string, never>;
        /** A booking is rejected */
        post: operations["webhooks.BOOKING_REJECTED"];
    };
    BOOKING_PAID: {
        parameters: Record<string, never>;
        /** A payment succeeds */
        post: operations["webhooks.BOOKING_PAID"];
    };
    BOOKING_PAYMENT_INITIATED: {
        parameters: Record<string, never>;
        /** A payment is started */
        post: operations["webhooks.BOOKING_PAYMENT_INITIATED"];
    };
    BOOKING_NO_SHOW_UPDATED: {
        parameters: Record<string, never>;
        /** A host or attendee is marked as a no-show, or the mark is removed */
        post: operations["webhooks.BOOKING_NO_SHOW_UPDATED"];
    };
    MEETING_STARTED: {
        parameters: Record<string, never>;
        /** An accepted booking starts. Its fields are also at the top level of the body */
        post: operations["webhooks.MEETING_STARTED"];
    };
    MEETING_ENDED: {
        parameters: Record<string, never>;
        /** An accepted booking ends. Its fields are also at the top level of the body */
        post: operations["webhooks.MEETING_ENDED"];
    };
}
export interface components {
    schemas: {
        /** @description The access of an application to your data. */
        AppGrant: {
            /** @description Id of the grant. */
            id: string;
            /** @description The application. */
            client: components["schemas"]["AppSummary"];
            /** @description Scopes you have allowed. */
            scopes: components["schemas"]["Scope"][];
            /** @description Time of your consent. UTC, with milliseconds. */
            createdAt: string;
            /** @description Time of the last request; null if there was none. */
            lastUsedAt: string | null;
        };
        /** @description An application. */
        AppSummary: {
            /** @description Client id of the application. */
            id: string;
            /** @description Name of the application. */
            name: string;
            /** @description Picture: a URL or a data URL; null if none. */
            logo: string | null;
            /** @description Home page of the application; null if none. */
            link: string | null;
        };
        /** @description One request to a subscriber. */
        Attempt: {
            /** @description Time of the request. */
            at: string;
            /** @description Why the request was sent. */
            kind: components["schemas"]["AttemptKind"];
            /** @description URL of the request. */
            url: string | null;
            /** @description HTTP status of the response; null if there was none. */
            status: number | null;
            /** @description Why the attempt failed; null if it succeeded. */
            error: string | null;
            /** @description The first 1,024 bytes of a response that is not 2xx */
            answer: string | null;
            /** @description Duration in milliseconds. */
            ms: number;
        };
        /**
         * @description `scheduled`: first attempt or retry. `probe`: checks whether a failing subscriber responds again. `manual`: a test or a resend.
         * @enum {string}
         */
        AttemptKind: "scheduled" | "probe" | "manual";
        /** @description An attendee of a booking. */
        Attendee: {
            /** @description Id, unique among resources of its kind. */
            id: number;
            /** @description Email address. */
            email: string;
            /** @description Full name. */
            name: string;
            /** @description IANA time zone, such as `Europe/Zurich`. */
            timeZone: string;
            /** @description Language, such as `en` or `pt-BR`. */
            locale: string;
            /** @description The booking. */
            booking: components["schemas"]["BookingLink"];
            /** @description Id of the booking. */
            bookingId: number;
            /** @description The attendee's seat, if the event type has seats. */
            bookingSeat: components["schemas"]["BookingSeat"] | null;
            /** @description Whether the attendee was marked as a no-show. */
            noShow: boolean;
        };
        AttendeeCreate: {
            /**
             * Format: email
             * @description Email address.
             */
            email: string;
            /** @description Full name. */
            name: string;
            /** @description IANA time zone, such as `Europe/Zurich`. */
            timeZone: string;
            /**
             * @description Language, such as `en` or `pt-BR`.
             * @default en
             */
            locale?: string;
            /** @description Id of the booking that gets the attendee. */
            bookingId: number;
        };
        AttendeeInBooking: {
            /** @description Id of the attendee. */
            id: number;
            /** @description Email address. */
            email: string;
            /** @description Full name. */
            name: string;
            /** @description IANA time zone, such as `Europe/Zurich`. */
            timeZone: string;
            /** @description Language, such as `en` or `pt-BR`. */
            locale: string;
            /** @description Whether the attendee was marked as a no-show. */
            noShow: boolean;
            /** @description Phone number that the booker gave; null if none. */
            phoneNumber: string | null;
            /** @description Id of the booking. */
            bookingId: number;
            /** @description The attendee's seat, if the event type has seats. */
            bookingSeat: components["schemas"]["BookingSeat"] | null;
        };
        AttendeeUpdate: {
            /**
             * Format: email
             * @description Email address.
             */
            email?: string;
            /** @description Full name. */
            name?: string;
            /** @description IANA time zone, such as `Europe/Zurich`. */
            timeZone?: string;
            /** @description Language, such as `en` or `pt-BR`. */
            locale?: string;
            /** @description Whether the attendee did not come. */
            noShow?: boolean;
        };
        /** @description Resources that changed in the same way. */
        AuditChange: {
            /**
             * @description Type of these resources.
             * @enum {string}
             */
            resource: "user" | "team" | "membership" | "event-type" | "schedule" | "booking" | "webhook" | "api-key" | "grant" | "oauth-client" | "signing-keys" | "privacy" | "attendee" | "booking-reference" | "payment";
            /** @description Ids of the resources that changed in the same way. */
            ids: string[];
            /**
             * @description What happened to them.
             * @enum {string}
             */
            action: "created" | "changed" | "removed" | "exported" | "erased";
            /** @description Names of the changed fields; empty if the resource was created or deleted. */
            attributes: string[];
        };
        /** @description A change of a resource, with the caller who made it. */
        AuditEntry: {
            /** @description Id of the entry. */
            id: string;
            /**
             * Format: date-time
             * @description Time of the change.
             */
            at: string;
            /**
             * @description Type of the resource. Attendees, references and payments are part of their booking.
             * @enum {string}
             */
            resource: "user" | "team" | "membership" | "event-type" | "schedule" | "booking" | "webhook" | "api-key" | "grant" | "oauth-client" | "signing-keys" | "privacy";
            /** @description Id of the resource. */
            resourceId: string;
            /** @description What changed, without values. */
            changes: components["schemas"]["AuditChange"][];
            /** @description The user who made the change; null if no user did. */
            userId: number | null;
            /** @description `key-` and the id of an API key, the id of a grant, `session`, `reset-link`, `operator`, `anyone`, or `service` for automatic changes. */
            credentialId: string;
            /** @description Request id, the same as in `X-Request-Id` and in the log. */
            requestId: string | null;
        };
        /** @description Weekly hours, or the hours of one date. */
        Availability: {
            /** @description Id of the availability. */
            id: number;
            /** @description Id of the schedule. */
            scheduleId: number;
            /** @description Always null; kept for clients of Cal.com v1. */
            eventTypeId: null;
            /** @description Days of the week, 0 is Sunday. Empty for an override. */
            days: number[];
            /** @description Wall clock in the schedule's time zone, such as 09:00:00. */
            startTime: string;
            /** @description Up to 24:00:00. An override that ends when it starts closes the day. */
            endTime: string;
            /** @description A date such as 2031-03-04: the entries of a date replace the weekly hours of that day. */
            date: string | null;
        };
        AvailabilityCreate: {
            /** @description Id of the schedule. */
            scheduleId: number;
            /**
             * @description Days of the week, 0 and 7 are Sunday. Ignored if there is a date.
             * @default []
             */
            days?: number[];
            /** @description Wall clock, such as 09:00, 09:00:00 or 1970-01-01T09:00:00.000Z. */
            startTime: components["schemas"]["StartOfRange"];
            /** @description As startTime, up to 24:00; 23:59 means midnight. */
            endTime: components["schemas"]["EndOfRange"];
            /** @description A date such as 2031-03-04: the entries of a date replace the weekly hours of that day. */
            date?: string | null;
        };
        AvailabilityUpdate: {
            /** @description Days of the week, 0 and 7 are Sunday. Ignored if there is a date. */
            days?: number[];
            /** @description Wall clock, such as 09:00, 09:00:00 or 1970-01-01T09:00:00.000Z. */
            startTime?: components["schemas"]["StartOfRange"];
            /** @description As startTime, up to 24:00; 23:59 means midnight. */
            endTime?: components["schemas"]["EndOfRange"];
            /** @description A date such as 2031-03-04: the entries of a date replace the weekly hours of that day. */
            date?: string | null;
        };
        /** @description Weekly hours, or the hours of one date, with the owner of the schedule. */
        AvailabilityWithOwner: {
            /** @description Id of the availability. */
            id: number;
            /** @description Id of the schedule. */
            scheduleId: number;
            /** @description Always null; kept for clients of Cal.com v1. */
            eventTypeId: null;
            /** @description Days of the week, 0 is Sunday. Empty for an override. */
            days: number[];
            /** @description Wall clock in the schedule's time zone, such as 09:00:00. */
            startTime: string;
            /** @description Up to 24:00:00. An override that ends when it starts closes the day. */
            endTime: string;
            /** @description A date such as 2031-03-04: the entries of a date replace the weekly hours of that day. */
            date: string | null;
            /** @description The schedule. */
            Schedule: {
                /** @description Id of the owner. */
                userId: number;
            };
        };
        /** @description A meeting of a host with attendees. Fields without a value are null. */
        Booking: {
            /** @description Id of the booking. */
            id: number;
            /** @description Random id of the booking, for links and events. */
            uid: string;
            /** @description Key that prevents a second booking with the same key; null after a cancellation. */
            idempotencyKey: string | null;
            /** @description The host, as of the last change of the booking. */
            user: components["schemas"]["UserSummary"];
            /** @description Id of the host. */
            userId: number;
            /** @description Email address of the host at the time of booking. */
            userPrimaryEmail: string;
            /** @description Video rooms, calendar entries and other external objects of the booking. */
            references: components["schemas"]["ReferenceInBooking"][];
            /** @description The event type, as of the last change of the booking. */
            eventType: components["schemas"]["EventTypeSummary"];
            /** @description Id of the event type. */
            eventTypeId: number;
            /** @description Title of the meeting. */
            title: string;
            /** @description Notes of the booker, or the description of the meeting. */
            description: string | null;
            /** @description Answers to the booking form by field name. */
            responses: {
                /** @description Where the meeting takes place. */
                location: {
                    /** @description Kind of location, such as `link`, `phone` or `inPerson`, or any text. */
                    value: string;
                    /** @description Phone number or address of the attendee; empty for other kinds. */
                    optionValue: string;
                };
            } & {
                [key: string]: unknown;
            };
            /** @description Start. UTC, with milliseconds. */
            startTime: string;
            /** @description End. UTC, with milliseconds. */
            endTime: string;
            /** @description The attendees; the booker is the first. */
            attendees: components["schemas"]["AttendeeInBooking"][];
            /** @description Time of creation. UTC, with milliseconds. */
            createdAt: string;
            /** @description Time of the last change. UTC, with milliseconds. */
            updatedAt: string;
            /** @description Status of the booking. */
            status: components["schemas"]["BookingStatus"];
            /** @description Whether a payment succeeded and was not refunded. */
            paid: boolean;
            /** @description Payments for the booking. */
            payment: components["schemas"]["PaymentInBooking"][];
            /** @description Always null; kept for clients of Cal.com v1. */
            destinationCalendar: null;
            /** @description Always null; kept for clients of Cal.com v1. */
            destinationCalendarId: null;
            /** @description Why the booking was cancelled. */
            cancellationReason: string | null;
            /** @description Why the booking was rejected. */
            rejectionReason: string | null;
            /** @description Always null; kept for clients of Cal.com v1. */
            dynamicEventSlugRef: null;
            /** @description Always null; kept for clients of Cal.com v1. */
            dynamicGroupSlugRef: null;
            /** @description Whether another booking has replaced this one. */
            rescheduled: boolean;
            /** @description `uid` of the booking that this one replaces. */
            fromReschedule: string | null;
            /** @description Id of the series that the booking belongs to. */
            recurringEventId: string | null;
            /** @description Phone number for reminders. This service sends none. */
            smsReminderNumber: string | null;
            /** @description Always empty; kept for clients of Cal.com v1. */
            workflowReminders: unknown[];
            /** @description Seats of the booking, if its event type has seats. */
            seatsReferences: components["schemas"]["BookingSeat"][];
            /** @description Free data of the client. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Whether the meeting was recorded. This service never sets it. */
            isRecorded: boolean;
            /** @description Id for calendars (RFC 5545), the same after a move. */
            iCalUID: string;
            /** @description Revision for calendars (RFC 5545); increases with every move. */
            iCalSequence: number;
            /** @description Always null; kept for clients of Cal.com v1. */
            instantMeetingToken: null;
            /** @description Rating from 1 to 5. */
            rating: number | null;
            /** @description Comment of the rating. */
            ratingFeedback: string | null;
            /** @description Whether the host was marked as a no-show. */
            noShowHost: boolean;
            /** @description Always empty; kept for clients of Cal.com v1. */
            scheduledTriggers: unknown[];
        };
        BookingCreate: {
            /** @description Id of the event type to book. */
            eventTypeId: number;
            /** @description Start: ISO 8601, UTC if it has no offset. */
            start: components["schemas"]["Instant"];
            /** @description End. If missing, `start` and the event type's length; otherwise one of its lengths. */
            end?: components["schemas"]["Instant"];
            /** @description IANA time zone of the booker; the host's if missing. */
            timeZone?: string;
            /** @description Language of the booker, such as `en`. */
            language?: string;
            /** @description Free data, up to 32 KB, returned with the booking. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description Answers to the booking form by field name: these fields and those of the event type's `bookingFields`. */
            responses: {
                /** @description Name of the booker: text, or an object with `firstName` and `lastName`. */
                name: string | {
                    /** @description First name. */
                    firstName: string;
                    /**
                     * @description Last name.
                     * @default
                     */
                    lastName?: string;
                };
                /**
                 * Format: email
                 * @description Email address of the booker.
                 */
                email: string;
                /** @description Where the meeting takes place; the event type's first location if missing. */
                location?: string | {
                    /** @description Kind of location, or any text. */
                    value: string;
                    /** @description Phone number or address, if the kind needs one. */
                    optionValue?: string;
                };
                /** @description Email addresses of up to 10 more attendees. */
                guests?: string[];
                /** @description Notes for the host. */
                notes?: string;
                /** @description Phone number for reminders. This service sends none. */
                smsReminderNumber?: string;
                /** @description Why the booking is rescheduled. */
                rescheduleReason?: string;
            } & {
                [key: string]: unknown;
            };
            /** @description Title; generated from the event type and the names if missing. */
            title?: string;
            /** @description Description of the meeting. */
            description?: string;
            /** @description Id of a series, chosen by the client. Bookings with the same id can be cancelled together. */
            recurringEventId?: string | number;
            /** @description `uid` of a booking that this one replaces. */
            rescheduleUid?: string;
            /** @description `uid` of a reservation. The booking gets its time, which must be the time of the booking. */
            reservationUid?: string;
            /** @description Host, for event types with several hosts: one of them. */
            userId?: number;
            /** @description A second booking with the same key fails while the first exists. Prefer the header `Idempotency-Key`. */
            idempotencyKey?: string;
            /** @description Books also outside the hours, notice, booking window and limits of the event type, but never a time that another booking has. Only for the host and admins; ignored for other callers. */
            ignoreAvailability?: boolean;
        };
        BookingEvent: {
            /** @description Random id of the booking. */
            uid: string;
            /** @description Id of the booking. */
            bookingId: number;
            /** @description Id for calendars (RFC 5545). */
            iCalUID: string;
            /** @description Revision for calendars (RFC 5545). */
            iCalSequence: number;
            /** @description Increases with every event of the booking */
            sequence: number;
            /** @description Title of the meeting. */
            title: string;
            /** @description Description of the meeting. */
            description: string | null;
            /** @description Notes of the booker. */
            additionalNotes: string | null;
            /** @description Status of the booking. */
            status: components["schemas"]["BookingStatus"];
            /**
             * Format: date-time
             * @description Start. UTC, with milliseconds.
             */
            startTime: string;
            /**
             * Format: date-time
             * @description End. UTC, with milliseconds.
             */
            endTime: string;
            /** @description Slug of the event type */
            type: string;
            /** @description Title of the event type. */
            eventTitle: string;
            /** @description Description of the event type. */
            eventDescription: string | null;
            /** @description Id of the event type. */
            eventTypeId: number;
            /** @description Minutes */
            length: number;
            /** @description Price in minor units of the currency */
            price: number;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description Whether the event type requires confirmation. */
            requiresConfirmation: boolean;
            /** @description Seats of a slot; null if the event type has none. */
            seatsPerTimeSlot: number | null;
            /** @description The host. */
            organizer: components["schemas"]["BookingEventHost"];
            /** @description The attendees; the booker is the first. */
            attendees: components["schemas"]["BookingEventAttendee"][];
            /** @description Answers of the booking form, by field name */
            responses: {
                [key: string]: {
                    /** @description Question, for people. */
                    label: string;
                    /** @description The answer. */
                    value: unknown;
                    /** @description Whether the field is hidden on booking pages. */
                    isHidden: boolean;
                };
            };
            /** @description Answers to the event type's own questions and fields added by the client */
            userFieldsResponses: {
                [key: string]: {
                    /** @description Question, for people. */
                    label: string;
                    /** @description The answer. */
                    value: unknown;
                    /** @description Whether the field is hidden on booking pages. */
                    isHidden: boolean;
                };
            };
            /** @description Other inputs of the client. */
            customInputs: {
                [key: string]: unknown;
            } | null;
            /** @description Where the meeting takes place. */
            location: string | null;
            /** @description Free data of the client. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description Video rooms, calendar entries and other external objects. */
            references: components["schemas"]["ReferenceSummary"][];
            /** @description The video room; null if there is none. */
            videoCallData: {
                /** @description Video service, such as `daily_video`. */
                type: string;
                /** @description Id of the meeting. */
                id: string | null;
                /** @description Password of the meeting. */
                password: string | null;
                /** @description URL of the meeting. */
                url: string;
            } | null;
            /** @description Always null. */
            destinationCalendar: null;
            /** @description The team of the event type; null if it has none. */
            team: {
                /** @description Id of the team. */
                id: number;
                /** @description Name of the team. */
                name: string | null;
                /** @description The hosts of the booking. */
                members: components["schemas"]["BookingEventHost"][];
            } | null;
            /** @description Changed fields, with their old and new values */
            changed: {
                [key: string]: {
                    /** @description Old value. */
                    from: unknown;
                    /** @description New value. */
                    to: unknown;
                };
            } | null;
        };
        BookingEventAttendee: {
            /** @description Id of the attendee. */
            id: number;
            /** @description Email address. */
            email: string;
            /** @description Full name. */
            name: string;
            /** @description First word of the name. */
            firstName: string;
            /** @description Other words of the name. */
            lastName: string;
            /** @description IANA time zone. */
            timeZone: string;
            /** @description Phone number that the booker gave; null if none. */
            phoneNumber: string | null;
            /** @description Language of the attendee. */
            language: {
                /** @description Language, such as `en`. */
                locale: string;
            };
            /** @description Minutes from UTC at the start time */
            utcOffset: number;
            /** @description Whether the attendee was marked as a no-show. */
            noShow: boolean;
        };
        BookingEventHost: {
            /** @description Id of the user. */
            id: number;
            /** @description Full name. */
            name: string;
            /** @description Email address. */
            email: string;
            /** @description Unique name; null if not set. */
            username: string | null;
            /** @description IANA time zone. */
            timeZone: string;
            /** @description Language of the user. */
            language: {
                /** @description Language, such as `en`. */
                locale: string;
            };
            /** @description Clock of 12 or 24 hours. */
            timeFormat: number;
            /** @description Minutes from UTC at the start time */
            utcOffset: number;
        };
        /** @description A question of the booking form. */
        BookingField: {
            /** @description Name of the answer in `responses`: a letter, then letters, digits, `_` or `-`. */
            name: string;
            /**
             * @description Type of the input.
             * @enum {string}
             */
            type: "text" | "textarea" | "number" | "email" | "phone" | "boolean" | "select" | "multiselect" | "url";
            /**
             * @description Question, for people.
             * @default
             */
            label: string;
            /**
             * @description Whether a booking must answer it.
             * @default false
             */
            required: boolean;
            /**
             * @description Whether booking pages hide it.
             * @default false
             */
            hidden: boolean;
            /**
             * @description Choices of `select` and `multiselect`.
             * @default []
             */
            options: string[];
        };
        /** @description The booking that an attendee, payment or reference belongs to. */
        BookingLink: {
            /** @description Id of the booking. */
            id: number;
            /** @description Random id of the booking. */
            uid: string;
            /** @description Id of the host. */
            userId: number;
            /** @description Id of the event type. */
            eventTypeId: number;
            /** @description Id for calendars (RFC 5545). */
            iCalUID: string;
        };
        /** @description A link from a booking to an external system, such as a video room or a calendar entry. */
        BookingReference: {
            /** @description Id, unique among resources of its kind. */
            id: number;
            /** @description External system, such as `daily_video` or `google_calendar`. */
            type: string;
            /** @description Id of the meeting in the external system. */
            uid: string;
            /** @description Id of the video meeting. */
            meetingId: string | null;
            /** @description Id of the series in the external system. */
            thirdPartyRecurringEventId: string | null;
            /** @description Password of the video meeting. */
            meetingPassword: string | null;
            /** @description URL of the video meeting. */
            meetingUrl: string | null;
            /** @description The booking. */
            booking: components["schemas"]["BookingLink"];
            /** @description Id of the booking. */
            bookingId: number;
            /** @description Id of the external calendar. */
            externalCalendarId: string | null;
            /** @description True after the reference is deleted. */
            deleted: boolean | null;
            /** @description Id of the credential for the external system; not used by this service. */
            credentialId: number | null;
        };
        /** @description A seat of a booking whose event type has seats. */
        BookingSeat: {
            /** @description Id of the seat. */
            id: number;
            /** @description Id of the booking. */
            bookingId: number;
            /** @description Id of the attendee who has the seat. */
            attendeeId: number;
            /** @description Random id of the seat, for links. */
            referenceUid: string;
        };
        /**
         * @description Status of a booking. `PENDING` waits for confirmation. `PENDING`, `ACCEPTED` and `AWAITING_HOST` occupy the host's time.
         * @enum {string}
         */
        BookingStatus: "CANCELLED" | "ACCEPTED" | "REJECTED" | "PENDING" | "AWAITING_HOST";
        BookingUpdate: {
            /** @description New title. */
            title?: string;
            /** @description New description; null removes it. */
            description?: string | null;
            /** @description Another name of `startTime`. */
            start?: components["schemas"]["Instant"];
            /** @description New start: ISO 8601. Without `endTime` the booking keeps its length. */
            startTime?: components["schemas"]["Instant"];
            /** @description Another name of `endTime`. */
            end?: components["schemas"]["Instant"];
            /** @description New end: ISO 8601. Without `startTime` the length changes. */
            endTime?: components["schemas"]["Instant"];
            /** @description New status: `ACCEPTED` confirms, `REJECTED` rejects, `CANCELLED` cancels. */
            status?: components["schemas"]["BookingStatus"];
            /** @description Only with the status `REJECTED`. */
            rejectionReason?: string;
            /** @description Only with the status `CANCELLED`. */
            cancellationReason?: string;
            /**
             * Format: email
             * @description Email address of the person who moves the booking; part of the event `BOOKING_RESCHEDULED`. The host's address if the host moves it and sends none.
             */
            rescheduledBy?: string;
            /**
             * Format: email
             * @description Email address of the person who cancels; part of the event `BOOKING_CANCELLED`.
             */
            cancelledBy?: string;
            /** @description Books also outside the hours, notice, booking window and limits of the event type, but never a time that another booking has. Only for the host and admins; ignored for other callers. */
            ignoreAvailability?: boolean;
        };
        /** @description A time at which a user can't be booked. */
        BusyTime: {
            /** @description Start. UTC, with milliseconds. */
            start: string;
            /** @description End. UTC, with milliseconds. */
            end: string;
            /** @description Only for the user and for admins. */
            title?: string;
            /** @description The booking or event type that uses the time. Only for the user and for admins. */
            source?: string;
            /** @description `uid` of the reservation that uses the time, to delete it or to book the time. Only for the user and for admins. */
            reservationUid?: string;
        };
        ButtonForm: {
            /** @description Token from the form of the page */
            form_token: string;
        };
        ChangePasswordForm: {
            /** @description Token from the form of the page */
            form_token: string;
            /** @description Current password. */
            current_password: string;
            /** @description New password. */
            new_password: string;
            /** @description The new password again. */
            new_password_again: string;
        };
        ConsentForm: {
            /** @description Token from the form of the page */
            form_token: string;
            /**
             * @description Whether the application gets access.
             * @enum {string}
             */
            decision: "allow" | "deny";
        };
        CreateApiKeyForm: {
            /** @description Token from the form of the page */
            form_token: string;
            /** @description Name of the API key. */
            name: string;
            /**
             * @description Days after which the API key expires, or `never`.
             * @enum {string}
             */
            expires: "30" | "90" | "365" | "never";
        };
        EndOfRange: string;
        /** @description A change of a booking, as sent to webhooks. */
        Event: {
            /** @description Id of the event. */
            id: string;
            /** @description Type of the event. */
            triggerEvent: components["schemas"]["WebhookTrigger"];
            /**
             * Format: date-time
             * @description Time of the event. UTC, with milliseconds.
             */
            createdAt: string;
            /** @description Id of the booking. */
            bookingId: number;
            /** @description Increases with every event of the booking */
            sequence: number;
            /** @description Payload as sent to webhooks without a template */
            payload: {
                [key: string]: unknown;
            };
        };
        /** @description A kind of meeting that can be booked with a host, or with several hosts. */
        EventType: {
            /** @description Id of the event type. */
            id: number;
            /** @description Id of the owner, who is the host unless `schedulingType` is set; then the owner has rights while a member of the team. */
            userId: number;
            /** @description Name, for people. */
            title: string;
            /** @description Short name for URLs, unique for the user or team. */
            slug: string;
            /** @description Description, for people. */
            description: string | null;
            /** @description Length of a booking in minutes. */
            length: number;
            /** @description More lengths in minutes that a booking can have. */
            lengths: number[];
            /** @description Hidden event types can only be booked by their owner and admins. */
            hidden: boolean;
            /** @description Where bookings can take place; the first is the default. */
            locations: {
                /** @description Kind of location, such as `link`, `phone` or `inPerson`, or any text. */
                value: string;
                /** @description Phone number or address of the attendee, for `phone` and `attendeeInPerson`. */
                optionValue: string;
            }[];
            /** @description More questions of the booking form. */
            bookingFields: components["schemas"]["BookingField"][];
            /** @description Whether bookings are `PENDING` until the host confirms them. */
            requiresConfirmation: boolean;
            /** @description Minutes between the time of booking and the start, at least. */
            minimumBookingNotice: number;
            /** @description Minutes kept free before each booking. */
            beforeEventBuffer: number;
            /** @description Minutes kept free after each booking. */
            afterEventBuffer: number;
            /** @description Bookings that can share a slot; null means one. */
            seatsPerTimeSlot: number | null;
            /** @description Price in minor units of the currency: 5000 is 50.00. For information only. */
            price: number;
            /** @description ISO 4217 code, such as `USD`. */
            currency: string;
            /**
             * @description How far ahead bookings are possible: `UNLIMITED`, for `periodDays` from today (`ROLLING`), or from `periodStartDate` to `periodEndDate` (`RANGE`).
             * @enum {string}
             */
            periodType: "UNLIMITED" | "ROLLING" | "RANGE";
            /** @description Days of a `ROLLING` period. */
            periodDays: number | null;
            /**
             * @description If false, `periodDays` counts only Monday to Friday.
             * @default true
             */
            periodCountCalendarDays: boolean;
            /**
             * @description First day of a `RANGE`, in the schedule's time zone.
             * @default null
             */
            periodStartDate: string | null;
            /**
             * @description Last day of a `RANGE`, inclusive.
             * @default null
             */
            periodEndDate: string | null;
            /**
             * @description A schedule of the host; null is the host's default.
             * @default null
             */
            scheduleId: number | null;
            /**
             * @description Minutes between slots; null is the length.
             * @default null
             */
            slotInterval: number | null;
            /**
             * @description Minutes added to the start of every slot.
             * @default 0
             */
            offsetStart: number;
            /**
             * @description Most bookings that start in a day, week, month or year of the schedule's time zone. 0 closes the event type.
             * @default null
             */
            bookingLimits: {
                /** @description Limit of a day. */
                PER_DAY?: number;
                /** @description Limit of a week. */
                PER_WEEK?: number;
                /** @description Limit of a month. */
                PER_MONTH?: number;
                /** @description Limit of a year. */
                PER_YEAR?: number;
            } | null;
            /**
             * @description Most minutes of the bookings that start in a day, week, month or year of the schedule's time zone.
             * @default null
             */
            durationLimits: {
                /** @description Limit of a day. */
                PER_DAY?: number;
                /** @description Limit of a week. */
                PER_WEEK?: number;
                /** @description Limit of a month. */
                PER_MONTH?: number;
                /** @description Limit of a year. */
                PER_YEAR?: number;
            } | null;
            /** @description Id of the team; null for an event type of a user. */
            teamId: number | null;
            /**
             * @description `owner`: only the host, the team and admins can book. `anyone`: every user can.
             * @enum {string}
             */
            bookableBy: "owner" | "anyone";
            /**
             * @description For an event type of a team: each booking has one of the `hosts` in turn, or all of them.
             * @default null
             */
            schedulingType: components["schemas"]["SchedulingType"] | null;
            /**
             * @description Only with `schedulingType`. The first host of `COLLECTIVE` can change its bookings.
             * @default []
             */
            hosts: components["schemas"]["EventTypeHost"][];
        };
        EventTypeCreateBody: {
            /** @description Name, for people. */
            title: string;
            /** @description Short name for URLs, unique for the user or team; from the title if missing. */
            slug?: string;
            /**
             * @description Description, for people.
             * @default null
             */
            description?: string | null;
            /** @description Length of a booking in minutes. */
            length: number;
            /**
             * @description More lengths in minutes that a booking can have.
             * @default []
             */
            lengths?: number[];
            /**
             * @description Hidden event types can only be booked by their owner and admins.
             * @default false
             */
            hidden?: boolean;
            /** @description Where bookings can take place; the first is the default. */
            locations?: {
                /** @description Kind of location, such as `link`, `phone` or `inPerson`, or any text. */
                value: string;
                /** @description Phone number or address of the attendee, for `phone` and `attendeeInPerson`. */
                optionValue: string;
            }[];
            /** @description More questions of the booking form. Questions named like a part of every form, such as `email`, are ignored. */
            bookingFields?: {
                /** @description Name of the answer in `responses`: a letter, then letters, digits, `_` or `-`. */
                name: string;
                /**
                 * @description Type of the input. `name`, `address` and `radioInput` become `text`; `radio` becomes `select`; `checkbox` and `multiemail` become `multiselect`.
                 * @enum {string}
                 */
                type: "text" | "textarea" | "number" | "email" | "phone" | "boolean" | "select" | "multiselect" | "url" | "name" | "address" | "radioInput" | "radio" | "checkbox" | "multiemail";
                /**
                 * @description Question, for people.
                 * @default
                 */
                label?: string;
                /**
                 * @description Whether a booking must answer it.
                 * @default false
                 */
                required?: boolean;
                /**
                 * @description Whether booking pages hide it.
                 * @default false
                 */
                hidden?: boolean;
                /**
                 * @description Choices of `select` and `multiselect`: texts, or objects whose `value` is the choice.
                 * @default []
                 */
                options?: (string | {
                    /** @description Ignored. */
                    label?: string;
                    /** @description The option. */
                    value: string;
                })[];
                /** @description Ignored: send `label`. */
                defaultLabel?: unknown;
                /** @description Ignored: there are no booking pages. */
                defaultPlaceholder?: unknown;
                /** @description Ignored: there are no booking pages. */
                disableOnPrefill?: unknown;
                /** @description Ignored: there are no booking pages. */
                editable?: unknown;
                /** @description Ignored: every email address can book. */
                excludeEmails?: unknown;
                /** @description Ignored: send `options`. */
                getOptionsAt?: unknown;
                /** @description Ignored: there are no booking pages. */
                hideWhenJustOneOption?: unknown;
                /** @description Ignored: send `label`. */
                labelAsSafeHtml?: unknown;
                /** @description Ignored: an answer has at most 10,000 characters. */
                maxLength?: unknown;
                /** @description Ignored: an answer has no minimum length. */
                minLength?: unknown;
                /** @description Ignored: an answer is text. */
                optionsInputs?: unknown;
                /** @description Ignored: there are no booking pages. */
                placeholder?: unknown;
                /** @description Ignored: the event type has the price. */
                price?: unknown;
                /** @description Ignored: every email address can book. */
                requireEmails?: unknown;
                /** @description Ignored: there are no booking pages. */
                sources?: unknown;
                /** @description Ignored: an answer is text. */
                variant?: unknown;
                /** @description Ignored: an answer is text. */
                variantsConfig?: unknown;
                /** @description Ignored: there are no booking pages. */
                views?: unknown;
            }[];
            /**
             * @description Whether bookings are `PENDING` until the host confirms them.
             * @default false
             */
            requiresConfirmation?: boolean;
            /**
             * @description Minutes between the time of booking and the start, at least.
             * @default 0
             */
            minimumBookingNotice?: number;
            /**
             * @description Minutes kept free before each booking.
             * @default 0
             */
            beforeEventBuffer?: number;
            /**
             * @description Minutes kept free after each booking.
             * @default 0
             */
            afterEventBuffer?: number;
            /**
             * @description Bookings that can share a slot; null means one.
             * @default null
             */
            seatsPerTimeSlot?: number | null;
            /**
             * @description Price in minor units of the currency: 5000 is 50.00. For information only.
             * @default 0
             */
            price?: number;
            /**
             * @description Currency of the price, ISO 4217, in any case.
             * @default USD
             */
            currency?: string;
            /**
             * @description How far ahead bookings are possible: `UNLIMITED`, for `periodDays` from today (`ROLLING`), or from `periodStartDate` to `periodEndDate` (`RANGE`).
             * @default UNLIMITED
             * @enum {string}
             */
            periodType?: "UNLIMITED" | "ROLLING" | "RANGE";
            /**
             * @description Days of a `ROLLING` period.
             * @default null
             */
            periodDays?: number | null;
            /** @description If false, `periodDays` counts only Monday to Friday. Default: true. */
            periodCountCalendarDays?: boolean;
            /** @description First day of a `RANGE`, in the schedule's time zone. */
            periodStartDate?: string | null;
            /** @description Last day of a `RANGE`, inclusive. */
            periodEndDate?: string | null;
            /**
             * @description A schedule of the host; null is the host's default.
             * @default null
             */
            scheduleId?: number | null;
            /**
             * @description Minutes between slots; null is the length.
             * @default null
             */
            slotInterval?: number | null;
            /**
             * @description Minutes added to the start of every slot.
             * @default 0
             */
            offsetStart?: number;
            /**
             * @description Most bookings that start in a day, week, month or year of the schedule's time zone. 0 closes the event type.
             * @default null
             */
            bookingLimits?: {
                /** @description Limit of a day. */
                PER_DAY?: number;
                /** @description Limit of a week. */
                PER_WEEK?: number;
                /** @description Limit of a month. */
                PER_MONTH?: number;
                /** @description Limit of a year. */
                PER_YEAR?: number;
            } | null;
            /**
             * @description Most minutes of the bookings that start in a day, week, month or year of the schedule's time zone.
             * @default null
             */
            durationLimits?: {
                /** @description Limit of a day. */
                PER_DAY?: number;
                /** @description Limit of a week. */
                PER_WEEK?: number;
                /** @description Limit of a month. */
                PER_MONTH?: number;
                /** @description Limit of a year. */
                PER_YEAR?: number;
            } | null;
            /**
             * @description Id of the team; null for an event type of a user.
             * @default null
             */
            teamId?: number | null;
            /**
             * @description `owner`: only the host, the team and admins can book. `anyone`: every user can.
             * @default owner
             * @enum {string}
             */
            bookableBy?: "owner" | "anyone";
            /**
             * @description For an event type of a team: each booking has one of the `hosts` in turn, or all of them.
             * @default null
             */
            schedulingType?: components["schemas"]["SchedulingType"] | null;
            /**
             * @description Only with `schedulingType`. The first host of `COLLECTIVE` can change its bookings.
             * @default []
             */
            hosts?: components["schemas"]["EventTypeHostInput"][];
            /** @description Owner; only system admins can send another user's id. The caller if missing. */
            userId?: number;
            /** @description Ignored: list the members as `hosts`. */
            assignAllTeamMembers?: unknown;
            /** @description Ignored: there are no managed event types. */
            children?: unknown;
            /** @description Ignored: send `bookingFields`. */
            customInputs?: unknown;
            /** @description Ignored: bookings can have guests. */
            disableGuests?: unknown;
            /** @description Ignored: send `title` with each booking. */
            eventName?: unknown;
            /** @description Ignored: calendars are not connected. */
            hideCalendarNotes?: unknown;
            /** @description Ignored: only bookings have metadata. */
            metadata?: unknown;
            /** @description Ignored: `GET /slots` lists all slots. */
            onlyShowFirstAvailableSlot?: unknown;
            /** @description Ignored: there are no managed event types. */
            parentId?: unknown;
            /** @description Ignored: event types are listed by id. */
            position?: unknown;
            /** @description Ignored: send a booking for each occurrence, with the same `recurringEventId`. */
            recurringEvent?: unknown;
            /** @description Ignored: there are no booking pages. */
            seatsShowAttendees?: unknown;
            /** @description Ignored: there are no booking pages. */
            seatsShowAvailabilityCount?: unknown;
            /** @description Ignored: there are no booking pages. */
            successRedirectUrl?: unknown;
            /** @description Ignored: the schedule has the time zone. */
            timeZone?: unknown;
        };
        /** @description One of several hosts of an event type. */
        EventTypeHost: {
            /** @description An accepted member of the team. */
            userId: number;
            /**
             * @description Of `ROUND_ROBIN`: takes part in every booking.
             * @default false
             */
            isFixed: boolean;
            /**
             * @description Of `ROUND_ROBIN`: hosts with a higher one come first.
             * @default 2
             */
            priority: number;
            /**
             * @description Of `ROUND_ROBIN`: the share of bookings compared with hosts of the same priority.
             * @default 100
             */
            weight: number;
        };
        /** @description One of several hosts of an event type. */
        EventTypeHostInput: {
            /** @description An accepted member of the team. */
            userId: number;
            /**
             * @description Of `ROUND_ROBIN`: takes part in every booking.
             * @default false
             */
            isFixed?: boolean;
            /**
             * @description Of `ROUND_ROBIN`: hosts with a higher one come first.
             * @default 2
             */
            priority?: number;
            /**
             * @description Of `ROUND_ROBIN`: the share of bookings compared with hosts of the same priority.
             * @default 100
             */
            weight?: number;
        };
        /** @description The event type of a booking or webhook, as of its last change. */
        EventTypeSummary: {
            /** @description Id of the event type. */
            id: number;
            /** @description Name, for people. */
            title: string;
            /** @description Short name for URLs, unique for the user or team. */
            slug: string;
            /** @description Description, for people. */
            description: string | null;
            /** @description Length of a booking in minutes. */
            length: number;
            /** @description Price in minor units of the currency: 5000 is 50.00. For information only. */
            price: number;
            /** @description ISO 4217 code, such as `USD`. */
            currency: string;
            /** @description Whether bookings are `PENDING` until the host confirms them. */
            requiresConfirmation: boolean;
            /** @description Bookings that can share a slot; null means one. */
            seatsPerTimeSlot: number | null;
            /** @description Id of the team; null for an event type of a user. */
            teamId: number | null;
            /** @description Name of the team; null for an event type of a user. */
            teamName: string | null;
        };
        EventTypeUpdateBody: {
            /** @description Name, for people. */
            title?: string;
            /** @description Short name for URLs, unique for the user or team; from the title if missing. */
            slug?: string;
            /** @description Description, for people. */
            description?: string | null;
            /** @description Length of a booking in minutes. */
            length?: number;
            /** @description More lengths in minutes that a booking can have. */
            lengths?: number[];
            /** @description Hidden event types can only be booked by their owner and admins. */
            hidden?: boolean;
            /** @description Where bookings can take place; the first is the default. */
            locations?: {
                /** @description Kind of location, such as `link`, `phone` or `inPerson`, or any text. */
                value: string;
                /** @description Phone number or address of the attendee, for `phone` and `attendeeInPerson`. */
                optionValue: string;
            }[];
            /** @description More questions of the booking form. Questions named like a part of every form, such as `email`, are ignored. */
            bookingFields?: {
                /** @description Name of the answer in `responses`: a letter, then letters, digits, `_` or `-`. */
                name: string;
                /**
                 * @description Type of the input. `name`, `address` and `radioInput` become `text`; `radio` becomes `select`; `checkbox` and `multiemail` become `multiselect`.
                 * @enum {string}
                 */
                type: "text" | "textarea" | "number" | "email" | "phone" | "boolean" | "select" | "multiselect" | "url" | "name" | "address" | "radioInput" | "radio" | "checkbox" | "multiemail";
                /**
                 * @description Question, for people.
                 * @default
                 */
                label?: string;
                /**
                 * @description Whether a booking must answer it.
                 * @default false
                 */
                required?: boolean;
                /**
                 * @description Whether booking pages hide it.
                 * @default false
                 */
                hidden?: boolean;
                /**
                 * @description Choices of `select` and `multiselect`: texts, or objects whose `value` is the choice.
                 * @default []
                 */
                options?: (string | {
                    /** @description Ignored. */
                    label?: string;
                    /** @description The option. */
                    value: string;
                })[];
                /** @description Ignored: send `label`. */
                defaultLabel?: unknown;
                /** @description Ignored: there are no booking pages. */
                defaultPlaceholder?: unknown;
                /** @description Ignored: there are no booking pages. */
                disableOnPrefill?: unknown;
                /** @description Ignored: there are no booking pages. */
                editable?: unknown;
                /** @description Ignored: every email address can book. */
                excludeEmails?: unknown;
                /** @description Ignored: send `options`. */
                getOptionsAt?: unknown;
                /** @description Ignored: there are no booking pages. */
                hideWhenJustOneOption?: unknown;
                /** @description Ignored: send `label`. */
                labelAsSafeHtml?: unknown;
                /** @description Ignored: an answer has at most 10,000 characters. */
                maxLength?: unknown;
                /** @description Ignored: an answer has no minimum length. */
                minLength?: unknown;
                /** @description Ignored: an answer is text. */
                optionsInputs?: unknown;
                /** @description Ignored: there are no booking pages. */
                placeholder?: unknown;
                /** @description Ignored: the event type has the price. */
                price?: unknown;
                /** @description Ignored: every email address can book. */
                requireEmails?: unknown;
                /** @description Ignored: there are no booking pages. */
                sources?: unknown;
                /** @description Ignored: an answer is text. */
                variant?: unknown;
                /** @description Ignored: an answer is text. */
                variantsConfig?: unknown;
                /** @description Ignored: there are no booking pages. */
                views?: unknown;
            }[];
            /** @description Whether bookings are `PENDING` until the host confirms them. */
            requiresConfirmation?: boolean;
            /** @description Minutes between the time of booking and the start, at least. */
            minimumBookingNotice?: number;
            /** @description Minutes kept free before each booking. */
            beforeEventBuffer?: number;
            /** @description Minutes kept free after each booking. */
            afterEventBuffer?: number;
            /** @description Bookings that can share a slot; null means one. */
            seatsPerTimeSlot?: number | null;
            /** @description Price in minor units of the currency: 5000 is 50.00. For information only. */
            price?: number;
            /** @description Currency of the price, ISO 4217, in any case. */
            currency?: string;
            /**
             * @description How far ahead bookings are possible: `UNLIMITED`, for `periodDays` from today (`ROLLING`), or from `periodStartDate` to `periodEndDate` (`RANGE`).
             * @enum {string}
             */
            periodType?: "UNLIMITED" | "ROLLING" | "RANGE";
            /** @description Days of a `ROLLING` period. */
            periodDays?: number | null;
            /** @description If false, `periodDays` counts only Monday to Friday. Default: true. */
            periodCountCalendarDays?: boolean;
            /** @description First day of a `RANGE`, in the schedule's time zone. */
            periodStartDate?: string | null;
            /** @description Last day of a `RANGE`, inclusive. */
            periodEndDate?: string | null;
            /** @description A schedule of the host; null is the host's default. */
            scheduleId?: number | null;
            /** @description Minutes between slots; null is the length. */
            slotInterval?: number | null;
            /** @description Minutes added to the start of every slot. */
            offsetStart?: number;
            /** @description Most bookings that start in a day, week, month or year of the schedule's time zone. 0 closes the event type. */
            bookingLimits?: {
                /** @description Limit of a day. */
                PER_DAY?: number;
                /** @description Limit of a week. */
                PER_WEEK?: number;
                /** @description Limit of a month. */
                PER_MONTH?: number;
                /** @description Limit of a year. */
                PER_YEAR?: number;
            } | null;
            /** @description Most minutes of the bookings that start in a day, week, month or year of the schedule's time zone. */
            durationLimits?: {
                /** @description Limit of a day. */
                PER_DAY?: number;
                /** @description Limit of a week. */
                PER_WEEK?: number;
                /** @description Limit of a month. */
                PER_MONTH?: number;
                /** @description Limit of a year. */
                PER_YEAR?: number;
            } | null;
            /** @description Id of the team; null for an event type of a user. */
            teamId?: number | null;
            /**
             * @description `owner`: only the host, the team and admins can book. `anyone`: every user can.
             * @enum {string}
             */
            bookableBy?: "owner" | "anyone";
            /** @description For an event type of a team: each booking has one of the `hosts` in turn, or all of them. */
            schedulingType?: components["schemas"]["SchedulingType"] | null;
            /** @description Only with `schedulingType`. The first host of `COLLECTIVE` can change its bookings. */
            hosts?: components["schemas"]["EventTypeHostInput"][];
            /** @description Ignored: list the members as `hosts`. */
            assignAllTeamMembers?: unknown;
            /** @description Ignored: there are no managed event types. */
            children?: unknown;
            /** @description Ignored: send `bookingFields`. */
            customInputs?: unknown;
            /** @description Ignored: bookings can have guests. */
            disableGuests?: unknown;
            /** @description Ignored: send `title` with each booking. */
            eventName?: unknown;
            /** @description Ignored: calendars are not connected. */
            hideCalendarNotes?: unknown;
            /** @description Ignored: only bookings have metadata. */
            metadata?: unknown;
            /** @description Ignored: `GET /slots` lists all slots. */
            onlyShowFirstAvailableSlot?: unknown;
            /** @description Ignored: there are no managed event types. */
            parentId?: unknown;
            /** @description Ignored: event types are listed by id. */
            position?: unknown;
            /** @description Ignored: send a booking for each occurrence, with the same `recurringEventId`. */
            recurringEvent?: unknown;
            /** @description Ignored: there are no booking pages. */
            seatsShowAttendees?: unknown;
            /** @description Ignored: there are no booking pages. */
            seatsShowAvailabilityCount?: unknown;
            /** @description Ignored: there are no booking pages. */
            successRedirectUrl?: unknown;
            /** @description Ignored: the schedule has the time zone. */
            timeZone?: unknown;
            /** @description Ignored: the owner cannot change. */
            userId?: unknown;
        };
        Instant: string;
        JsonRpcError: {
            /**
             * @description Version of JSON-RPC
             * @constant
             */
            jsonrpc: "2.0";
            /** @description Id of the request, if it was read */
            id?: string | number | null;
            /** @description What went wrong */
            error: {
                /** @description Code of JSON-RPC or of MCP */
                code: number;
                /** @description What is wrong, for people and language models */
                message: string;
                /** @description The problem document that other endpoints return, or the supported versions of the protocol */
                data?: Record<string, never>;
            };
        };
        /** @description JSON Web Key Set (RFC 7517). */
        KeySet: {
            /** @description The keys, also those that will sign later. */
            keys: {
                /**
                 * @description Key type.
                 * @constant
                 */
                kty: "EC";
                /**
                 * @description Curve.
                 * @constant
                 */
                crv: "P-256";
                /** @description X coordinate, base64url. */
                x: string;
                /** @description Y coordinate, base64url. */
                y: string;
                /** @description Key id, as in the header of an access token. */
                kid: string;
                /**
                 * @description Use of the key: signatures.
                 * @constant
                 */
                use: "sig";
                /**
                 * @description Algorithm.
                 * @constant
                 */
                alg: "ES256";
            }[];
        };
        McpMessage: {
            /**
             * @description Version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
            /** @description Id of the request, which its response repeats. A notification has none. */
            id?: string | number;
            /** @description Method, such as `tools/list` or `tools/call`. */
            method: string;
            /** @description Parameters of the method. */
            params?: {
                /** @description Metadata, which MCP requires since 2026-07-28. */
                _meta?: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description When a member of a team is busy and open. */
        MemberAvailability: {
            /** @description Id of the member. */
            userId: number;
            /** @description When the member is busy and open. */
            availability: components["schemas"]["UserAvailability"];
        };
        /** @description A user of a team. */
        MemberSummary: {
            /** @description Id of the user. */
            id: number;
            /** @description Full name. */
            name: string;
            /** @description Email address. Until the user accepts the invitation, null for others. */
            email: string | null;
            /** @description Unique name; null if not set. */
            username: string | null;
            /** @description IANA time zone, such as `Europe/Zurich`. */
            timeZone: string;
            /** @description Language, such as `en` or `pt-BR`. */
            locale: string;
            /** @description Clock of 12 or 24 hours. */
            timeFormat: 12 | 24;
        };
        /** @description A user's membership in a team. */
        Membership: {
            /** @description Id of the membership. Paths use `{userId}_{teamId}` instead. */
            id: number;
            /** @description Id of the team. */
            teamId: number;
            /** @description Id of the user. */
            userId: number;
            /** @description Role in the team. Admins and owners change the team and its memberships. */
            role: components["schemas"]["MembershipRole"];
            /** @description Whether the user has accepted the invitation. */
            accepted: boolean;
            /** @description Whether admins of the team may not act as this user. Stored only. */
            disableImpersonation: boolean;
            /** @description The team. */
            team: components["schemas"]["TeamSummary"];
            /** @description The user. */
            user: components["schemas"]["MemberSummary"];
        };
        MembershipCreate: {
            /** @description Id of the user to invite. */
            userId: number;
            /** @description Id of the team. */
            teamId: number;
            /**
             * @description Role in the team. Admins and owners change the team and its memberships.
             * @default MEMBER
             */
            role?: components["schemas"]["MembershipRole"];
            /**
             * @description Whether the user has accepted the invitation.
             * @default false
             */
            accepted?: boolean;
            /**
             * @description Whether admins of the team may not act as this user. Stored only.
             * @default false
             */
            disableImpersonation?: boolean;
        };
        /**
         * @description Role of a user in a team.
         * @enum {string}
         */
        MembershipRole: "MEMBER" | "ADMIN" | "OWNER";
        MembershipUpdate: {
            /** @description Role in the team. Admins and owners change the team and its memberships. */
            role?: components["schemas"]["MembershipRole"];
            /** @description Whether the user has accepted the invitation. */
            accepted?: boolean;
            /** @description Whether admins of the team may not act as this user. Stored only. */
            disableImpersonation?: boolean;
        };
        NoShow: {
            /** @description Whether the host did not come; unchanged if missing. */
            host?: boolean;
            /**
             * @description Attendees whose mark changes, up to 90.
             * @default []
             */
            attendees?: {
                /**
                 * Format: email
                 * @description Email address of an attendee of the booking.
                 */
                email: string;
                /** @description True marks a no-show, false removes the mark. */
                noShow: boolean;
            }[];
        };
        OAuthError: {
            /** @description Error code for programs */
            error: string;
            /** @description Description of the error for people, in ASCII */
            error_description: string;
            /** @description Same as `error_description`, not limited to ASCII */
            message: string;
            /** @description Same as the header `X-Request-Id` */
            requestId: string;
        };
        /** @enum {string} */
        Order: "asc" | "desc";
        /** @description A payment for a booking. */
        Payment: {
            /** @description Id of the payment. */
            id: number;
            /** @description Random id of the payment. */
            uid: string;
            /** @description App that took the payment, such as `stripe`; null if unknown. */
            appId: string | null;
            /** @description The app that took the payment; null if unknown. */
            app: components["schemas"]["PaymentApp"] | null;
            /** @description Id of the booking. */
            bookingId: number;
            /** @description The booking. */
            booking: components["schemas"]["BookingLink"];
            /** @description Amount in minor units of the currency: 5000 is 50.00. */
            amount: number;
            /** @description Fee of the payment gateway, in minor units of the currency. */
            fee: number;
            /** @description ISO 4217 code, such as `CHF`. */
            currency: string;
            /** @description Whether the payment succeeded. */
            success: boolean;
            /** @description Whether the payment was refunded. */
            refunded: boolean;
            /** @description Data of the payment gateway; null unless the caller is a system admin. */
            data: {
                [key: string]: unknown;
            } | null;
            /** @description Id of the payment at the payment gateway. */
            externalId: string;
            /** @description How the attendee pays; null if unknown. */
            paymentOption: components["schemas"]["PaymentOption"] | null;
        };
        /** @description The app that took a payment. */
        PaymentApp: {
            /** @description Slug of the app, such as `stripe`. */
            slug: string;
        };
        PaymentInBooking: {
            /** @description Id of the payment. */
            id: number;
            /** @description Random id of the payment. */
            uid: string;
            /** @description App that took the payment, such as `stripe`; null if unknown. */
            appId: string | null;
            /** @description Amount in minor units of the currency: 5000 is 50.00. */
            amount: number;
            /** @description Fee of the payment gateway, in minor units of the currency. */
            fee: number;
            /** @description ISO 4217 code, such as `CHF`. */
            currency: string;
            /** @description Whether the payment succeeded. */
            success: boolean;
            /** @description Whether the payment was refunded. */
            refunded: boolean;
            /** @description Id of the payment at the payment gateway. */
            externalId: string;
            /** @description How the attendee pays; null if unknown. */
            paymentOption: components["schemas"]["PaymentOption"] | null;
            /** @description Id of the booking. */
            bookingId: number;
            /** @description The app that took the payment; null if unknown. */
            app: components["schemas"]["PaymentApp"] | null;
            /** @description Data of the payment gateway; null unless the caller is a system admin. */
            data: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * @description `ON_BOOKING`: charged with the booking. `HOLD`: charged only after a no-show.
         * @enum {string}
         */
        PaymentOption: "ON_BOOKING" | "HOLD";
        /** @description A payment inside a booking. */
        PaymentSummary: {
            /** @description Id of the payment. */
            id: number;
            /** @description Random id of the payment. */
            uid: string;
            /** @description App that took the payment, such as `stripe`; null if unknown. */
            appId: string | null;
            /** @description Amount in minor units of the currency: 5000 is 50.00. */
            amount: number;
            /** @description Fee of the payment gateway, in minor units of the currency. */
            fee: number;
            /** @description ISO 4217 code, such as `CHF`. */
            currency: string;
            /** @description Whether the payment succeeded. */
            success: boolean;
            /** @description Whether the payment was refunded. */
            refunded: boolean;
            /** @description Id of the payment at the payment gateway. */
            externalId: string;
            /** @description How the attendee pays; null if unknown. */
            paymentOption: components["schemas"]["PaymentOption"] | null;
        };
        Problem: {
            /** @description `urn:almanac:problem:` followed by the code */
            type: string;
            /** @description Meaning of the code, for people */
            title: string;
            /** @description HTTP status */
            status: number;
            /** @description Description of the error for people */
            detail: string;
            /** @description Path of the request */
            instance?: string;
            /**
             * @description Error code for programs
             * @enum {string}
             */
            code: "invalid_request" | "list_too_large" | "two_credentials" | "booking_too_long" | "booking_in_the_past" | "invalid_grant" | "invalid_scope" | "invalid_target" | "unsupported_grant_type" | "invalid_client" | "unauthorized" | "invalid_token" | "insufficient_scope" | "forbidden" | "user_locked" | "not_found" | "method_not_allowed" | "not_acceptable" | "conflict" | "booking_conflict" | "no_available_users_found_error" | "booking_seats_full" | "limit_reached" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "too_many_requests" | "internal_error" | "temporarily_unavailable";
            /** @description Same as `detail` */
            message: string;
            /** @description Same as the header `X-Request-Id` */
            requestId: string;
            /**
             * @description Of `no_available_users_found_error`: why the time can't be booked
             * @enum {string}
             */
            rule?: "hours" | "busy" | "notice" | "window" | "limit";
            /** @description Of `no_available_users_found_error`: up to three later starts that can be booked, within 14 days */
            nextSlots?: string[];
            /**
             * Format: date-time
             * @description Of `no_available_users_found_error`: when the reservation of the time expires
             */
            reservedUntil?: string;
            /** @description `uid` of that reservation, or of a reserved seat, if you made it */
            reservationUid?: string;
            /** @description Invalid fields */
            errors: {
                /** @description JSON Pointer into the body, or `#/query/…`, `#/path/…`, `#/header/…` */
                pointer: string;
                /**
                 * @description Error code of the field
                 * @enum {string}
                 */
                code: "required" | "unknown_field" | "invalid_type" | "invalid_format" | "invalid_value" | "invalid_union" | "too_small" | "too_big" | "not_multiple_of" | "invalid_key" | "invalid_element" | "custom" | "invalid" | "taken" | "not_started";
                /** @description What is wrong with the field, for people */
                message: string;
            }[];
        };
        ProviderSignInForm: {
            /** @description Token from the form of the page */
            form_token: string;
        };
        Rating: {
            /** @description From 1 (worst) to 5 (best). */
            rating: number;
            /**
             * @description Comment, up to 2,000 characters.
             * @default null
             */
            ratingFeedback?: string | null;
        };
        ReferenceCreate: {
            /** @description Id of the booking that gets the reference. */
            bookingId: number;
            /** @description External system, such as `daily_video` or `google_calendar`. */
            type: string;
            /** @description Id of the meeting in the external system. */
            uid: string;
            /**
             * @description Id of the video meeting.
             * @default null
             */
            meetingId?: string | null;
            /**
             * @description Password of the video meeting.
             * @default null
             */
            meetingPassword?: string | null;
            /**
             * @description URL of the video meeting: http or https.
             * @default null
             */
            meetingUrl?: string | null;
            /**
             * @description Id of the series in the external system.
             * @default null
             */
            thirdPartyRecurringEventId?: string | null;
            /**
             * @description Id of the external calendar.
             * @default null
             */
            externalCalendarId?: string | null;
            /**
             * @description Id of the credential for the external system; not used by this service.
             * @default null
             */
            credentialId?: number | null;
        };
        ReferenceInBooking: {
            /** @description Id of the booking reference. */
            id: number;
            /** @description External system, such as `daily_video` or `google_calendar`. */
            type: string;
            /** @description Id of the meeting in the external system. */
            uid: string;
            /** @description Id of the video meeting. */
            meetingId: string | null;
            /** @description Password of the video meeting. */
            meetingPassword: string | null;
            /** @description URL of the video meeting. */
            meetingUrl: string | null;
            /** @description Id of the series in the external system. */
            thirdPartyRecurringEventId: string | null;
            /** @description Id of the external calendar. */
            externalCalendarId: string | null;
            /** @description Id of the credential for the external system; not used by this service. */
            credentialId: number | null;
            /** @description True after the reference is deleted. */
            deleted: boolean | null;
            /** @description Id of the booking. */
            bookingId: number;
        };
        /** @description A booking reference inside a booking. */
        ReferenceSummary: {
            /** @description Id of the booking reference. */
            id: number;
            /** @description External system, such as `daily_video` or `google_calendar`. */
            type: string;
            /** @description Id of the meeting in the external system. */
            uid: string;
            /** @description Id of the video meeting. */
            meetingId: string | null;
            /** @description Password of the video meeting. */
            meetingPassword: string | null;
            /** @description URL of the video meeting. */
            meetingUrl: string | null;
            /** @description Id of the series in the external system. */
            thirdPartyRecurringEventId: string | null;
            /** @description Id of the external calendar. */
            externalCalendarId: string | null;
            /** @description Id of the credential for the external system; not used by this service. */
            credentialId: number | null;
            /** @description True after the reference is deleted. */
            deleted: boolean | null;
        };
        ReferenceUpdate: {
            /** @description External system, such as `daily_video` or `google_calendar`. */
            type?: string;
            /** @description Id of the meeting in the external system. */
            uid?: string;
            /** @description Id of the video meeting. */
            meetingId?: string | null;
            /** @description Password of the video meeting. */
            meetingPassword?: string | null;
            /** @description URL of the video meeting: http or https. */
            meetingUrl?: string | null;
            /** @description Id of the series in the external system. */
            thirdPartyRecurringEventId?: string | null;
            /** @description Id of the external calendar. */
            externalCalendarId?: string | null;
            /** @description Id of the credential for the external system; not used by this service. */
            credentialId?: number | null;
        };
        /** @description A request for new tokens. */
        RefreshRequest: {
            /** @description Client id, if it is not sent with HTTP Basic. */
            client_id?: string;
            /** @description Client secret of a confidential client, if it is not sent with HTTP Basic. */
            client_secret?: string;
            /** @description `refresh_token`. */
            grant_type?: string;
            /** @description The refresh token. */
            refresh_token?: string;
            /** @description Scopes of the new access token, separated by spaces; all allowed ones if missing. */
            scope?: string;
            /** @description Issuer of the service, or the URL of its MCP server (RFC 8707). */
            resource?: string;
        };
        /** @description Time of a host that is reserved for a few minutes. */
        Reservation: {
            /** @description Send it as `reservationUid` with the booking. Only a request with it can book the time. */
            uid: string;
            /** @description Id of the event type. */
            eventTypeId: number;
            /** @description Start. UTC, with milliseconds. */
            start: string;
            /** @description End. UTC, with milliseconds. */
            end: string;
            /** @description When the reservation expires. */
            until: string;
        };
        ReservationCreate: {
            /** @description Id of the event type. */
            eventTypeId: number;
            /** @description Start of the time to reserve. Required. */
            start?: components["schemas"]["Instant"];
            /** @description Another name of `start`. */
            slotUtcStartDate?: components["schemas"]["Instant"];
            /** @description Minutes; one of the event type's lengths. */
            duration?: number;
            /**
             * @description Minutes after which the reservation expires.
             * @default 5
             */
            ttlMinutes?: number;
        };
        ResetForm: {
            /** @description Token from the form of the page */
            form_token: string;
            /** @description New password, 8 to 1024 characters. */
            password: string;
            /** @description The new password again. */
            repeated: string;
        };
        /** @description Metadata of the API as an OAuth resource (RFC 9728). */
        ResourceMetadata: {
            /** @description URL of the API. */
            resource: string;
            /** @description Name of the API. */
            resource_name: string;
            /** @description Issuers of its access tokens. */
            authorization_servers: string[];
            /** @description Scopes that applications can request. */
            scopes_supported: components["schemas"]["Scope"][];
            /** @description How access tokens are sent. */
            bearer_methods_supported: string[];
        };
        /** @description When a user can be booked. */
        Schedule: {
            /** @description Id of the schedule. */
            id: number;
            /** @description Id of the owner. */
            userId: number;
            /** @description Name, for people. */
            name: string;
            /** @description IANA time zone of all its hours. */
            timeZone: string;
            /** @description Whether event types without `scheduleId` use it. */
            isDefault: boolean;
            /** @description Weekly hours and hours of single dates. */
            availability: components["schemas"]["Availability"][];
            /** @description Time of creation. UTC, with milliseconds. */
            createdAt: string;
            /** @description Time of the last change. UTC, with milliseconds. */
            updatedAt: string;
        };
        ScheduleCreate: {
            /** @description Name, for people. */
            name: string;
            /** @description The user's time zone if missing. */
            timeZone?: string;
            /** @description The first schedule of a user is always the default. */
            isDefault?: boolean;
            /** @description Monday to Friday, 09:00 to 17:00, if missing. */
            availability?: {
                /**
                 * @description Days of the week, 0 and 7 are Sunday. Ignored if there is a date.
                 * @default []
                 */
                days?: number[];
                /** @description Wall clock, such as 09:00, 09:00:00 or 1970-01-01T09:00:00.000Z. */
                startTime: components["schemas"]["StartOfRange"];
                /** @description As startTime, up to 24:00; 23:59 means midnight. */
                endTime: components["schemas"]["EndOfRange"];
                /** @description A date such as 2031-03-04: the entries of a date replace the weekly hours of that day. */
                date?: string | null;
                /** @description Keeps the id of an existing entry. */
                id?: number;
                /** @description Ignored. */
                scheduleId?: number | null;
                /** @description Ignored. */
                eventTypeId?: number | null;
            }[];
            /** @description Hours of single dates, which replace the weekly hours of these dates. */
            overrides?: {
                /**
                 * Format: date
                 * @description The date, such as `2031-03-04`.
                 */
                date: string;
                /** @description Without any the day is closed. */
                slots?: {
                    /** @description Start of the hours, wall clock such as `09:00`. */
                    start: components["schemas"]["StartOfRange"];
                    /** @description End of the hours, up to `24:00`. */
                    end: components["schemas"]["EndOfRange"];
                }[];
                /** @description Another name of `slots`. */
                timeSlots?: {
                    /** @description Start of the hours, wall clock such as `09:00`. */
                    start: components["schemas"]["StartOfRange"];
                    /** @description End of the hours, up to `24:00`. */
                    end: components["schemas"]["EndOfRange"];
                }[];
            }[];
            /** @description Whose schedule it is; only for system admins. */
            userId?: number;
        };
        ScheduleUpdate: {
            /** @description Name, for people. */
            name?: string;
            /** @description IANA time zone of all hours. */
            timeZone?: string;
            /** @description True makes it the default schedule of the user. */
            isDefault?: boolean;
            /** @description Weekly hours; replaces all existing ones. */
            availability?: {
                /**
                 * @description Days of the week, 0 and 7 are Sunday. Ignored if there is a date.
                 * @default []
                 */
                days?: number[];
                /** @description Wall clock, such as 09:00, 09:00:00 or 1970-01-01T09:00:00.000Z. */
                startTime: components["schemas"]["StartOfRange"];
                /** @description As startTime, up to 24:00; 23:59 means midnight. */
                endTime: components["schemas"]["EndOfRange"];
                /** @description A date such as 2031-03-04: the entries of a date replace the weekly hours of that day. */
                date?: string | null;
                /** @description Keeps the id of an existing entry. */
                id?: number;
                /** @description Ignored. */
                scheduleId?: number | null;
                /** @description Ignored. */
                eventTypeId?: number | null;
            }[];
            /** @description Hours of single dates, which replace the weekly hours of these dates. */
            overrides?: {
                /**
                 * Format: date
                 * @description The date, such as `2031-03-04`.
                 */
                date: string;
                /** @description Without any the day is closed. */
                slots?: {
                    /** @description Start of the hours, wall clock such as `09:00`. */
                    start: components["schemas"]["StartOfRange"];
                    /** @description End of the hours, up to `24:00`. */
                    end: components["schemas"]["EndOfRange"];
                }[];
                /** @description Another name of `slots`. */
                timeSlots?: {
                    /** @description Start of the hours, wall clock such as `09:00`. */
                    start: components["schemas"]["StartOfRange"];
                    /** @description End of the hours, up to `24:00`. */
                    end: components["schemas"]["EndOfRange"];
                }[];
            }[];
        };
        /**
         * @description `ROUND_ROBIN`: each booking has one of the hosts in turn. `COLLECTIVE`: each booking has all hosts.
         * @enum {string}
         */
        SchedulingType: "ROUND_ROBIN" | "COLLECTIVE";
        /** @enum {string} */
        Scope: "READ_BOOKING" | "WRITE_BOOKING" | "READ_PROFILE" | "READ_SCHEDULE" | "WRITE_SCHEDULE" | "READ_MEMBERSHIP" | "WRITE_MEMBERSHIP" | "READ_WEBHOOK" | "WRITE_WEBHOOK" | "ADMIN";
        SearchTime: string;
        /** @description Metadata of the authorization server (RFC 8414). */
        ServerMetadata: {
            /** @description URL of the authorization server. */
            issuer: string;
            /** @description URL of the page where users authorize applications. */
            authorization_endpoint: string;
            /** @description URL that returns tokens. */
            token_endpoint: string;
            /** @description URL of the public keys. */
            jwks_uri: string;
            /** @description URL that revokes tokens. */
            revocation_endpoint: string;
            /** @description URL that checks tokens. */
            introspection_endpoint: string;
            /** @description Scopes that applications can request. */
            scopes_supported: components["schemas"]["Scope"][];
            /** @description Values of `response_type`. */
            response_types_supported: string[];
            /** @description Ways in which the code is returned. */
            response_modes_supported: string[];
            /** @description Values of `grant_type`. */
            grant_types_supported: string[];
            /** @description Ways in which clients authenticate for tokens. */
            token_endpoint_auth_methods_supported: string[];
            /** @description Ways in which clients authenticate to revoke tokens. */
            revocation_endpoint_auth_methods_supported: string[];
            /** @description Ways in which clients authenticate to check tokens. */
            introspection_endpoint_auth_methods_supported: string[];
            /** @description PKCE methods (RFC 7636). */
            code_challenge_methods_supported: string[];
            /** @description Whether responses have the parameter `iss` (RFC 9207). */
            authorization_response_iss_parameter_supported: boolean;
            /** @description `public`: the `sub` of a user is the same for all applications. Clients that read OpenID metadata require it. */
            subject_types_supported: string[];
            /** @description Algorithm of the public keys. Clients that read OpenID metadata require it; no ID tokens are issued. */
            id_token_signing_alg_values_supported: string[];
        };
        SignInForm: {
            /** @description Token from the form of the page */
            form_token: string;
            /** @description Email address of the user. */
            email: string;
            /** @description Password of the user. */
            password: string;
        };
        SignOutForm: {
            /** @description Token from the form of the page */
            form_token: string;
        };
        StartOfRange: string;
        /** @description Whether the subscriber of a webhook responds. */
        SubscriberHealth: {
            /**
             * @description `open`: only probes are sent; `releasing`: waiting deliveries are being sent
             * @enum {string}
             */
            state: "healthy" | "failing" | "open" | "releasing";
            /** @description Consecutive failed attempts */
            failures: number;
            /** @description Time of the first of these failures */
            failingSince: string | null;
            /** @description Time of the next probe; null unless the state is `open`. */
            nextProbeAt: string | null;
            /** @description Whether recent responses took 3 s or more. Then requests are sent one at a time, until five fast responses */
            isSlow: boolean;
            /** @description Seconds to wait before the second attempt of a delivery, the third, and so on */
            retrySeconds: number[];
            /** @description Fraction by which each wait varies randomly */
            jitter: number;
        };
        /** @description A group of users. */
        Team: {
            /** @description Id of the team. */
            id: number;
            /** @description Name, for people. */
            name: string;
            /** @description Unique short name. */
            slug: string | null;
            /** @description Whether its admins and owners can access the bookings of all members. */
            isOrganization: boolean;
            /** @description Time of creation. UTC, with milliseconds. */
            createdAt: string;
        };
        /** @description A team, as of the last change of the object that contains it. */
        TeamSummary: {
            /** @description Id of the team. */
            id: number;
            /** @description Name, for people. */
            name: string;
            /** @description Unique short name. */
            slug: string | null;
            /** @description Whether its admins and owners can access the bookings of all members. */
            isOrganization: boolean;
        };
        /** @description New tokens (RFC 6749 §5.1). */
        TokenAnswer: {
            /** @description Access token: send it as `Authorization: Bearer …`. */
            access_token: string;
            /**
             * @description Type of the access token.
             * @constant
             */
            token_type: "Bearer";
            /** @description Seconds until the access token expires. */
            expires_in: number;
            /** @description Refresh token for the next tokens. It can be used once. */
            refresh_token: string;
            /** @description Allowed scopes, separated by spaces. */
            scope: string;
        };
        /** @description A token of the client. */
        TokenReference: {
            /** @description Client id, if it is not sent with HTTP Basic. */
            client_id?: string;
            /** @description Client secret of a confidential client, if it is not sent with HTTP Basic. */
            client_secret?: string;
            /** @description Access token or refresh token. */
            token: string;
            /** @description Ignored. */
            token_type_hint?: string;
        };
        /** @description A request for tokens (RFC 6749 §4.1.3 and §6). */
        TokenRequest: {
            /** @description Client id, if it is not sent with HTTP Basic. */
            client_id?: string;
            /** @description Client secret of a confidential client, if it is not sent with HTTP Basic. */
            client_secret?: string;
            /** @description `authorization_code` or `refresh_token`. */
            grant_type: string;
            /** @description The refresh token. */
            refresh_token?: string;
            /** @description Scopes of the new access token, separated by spaces; all allowed ones if missing. */
            scope?: string;
            /** @description Issuer of the service, or the URL of its MCP server (RFC 8707). */
            resource?: string;
            /** @description Authorization code; it can be used once. */
            code?: string;
            /** @description The `redirect_uri` of the authorization request. */
            redirect_uri?: string;
            /** @description PKCE code verifier (RFC 7636). */
            code_verifier?: string;
        };
        /** @description The profile of a user. */
        User: {
            /** @description Id of the user. */
            id: number;
            /** @description Unique name; null if not set. */
            username: string | null;
            /** @description Full name. */
            name: string;
            /** @description Email address. */
            email: string;
            /** @description Time at which the email address was verified; null if it was not. */
            emailVerified: string | null;
            /** @description Text about the user. */
            bio: string | null;
            /** @description URL of a picture. */
            avatar: string | null;
            /** @description IANA time zone, such as `Europe/Zurich`. */
            timeZone: string;
            weekStart: components["schemas"]["WeekStart"];
            /** @description End of the working day in minutes. Not used: see schedules. */
            endTime: number;
            /** @description Minutes between bookings. Not used: see event types. */
            bufferTime: number;
            /** @description Theme of the application. */
            appTheme: string | null;
            /** @description Theme of booking pages. */
            theme: string | null;
            /** @description Id of the default schedule; null if the user has none. */
            defaultScheduleId: number | null;
            /** @description Language, such as `en` or `pt-BR`. */
            locale: string;
            /** @description Clock of 12 or 24 hours. */
            timeFormat: 12 | 24;
            /** @description Whether booking pages hide the brand of the service. */
            hideBranding: boolean;
            /** @description Color of booking pages. */
            brandColor: string | null;
            /** @description Color of booking pages in dark mode. */
            darkBrandColor: string | null;
            /** @description Whether group bookings by username are allowed. Not used. */
            allowDynamicBooking: boolean;
            /** @description Time of creation. UTC, with milliseconds. */
            createdDate: string;
            /** @description Whether the user is verified. Not used. */
            verified: boolean;
            /** @description Id of the team to which the user was invited at registration. Not used. */
            invitedTo: number | null;
            /** @description `ADMIN` is a system admin. */
            role: components["schemas"]["UserRole"];
        };
        /** @description When a user is busy, and when the user's schedule is open. */
        UserAvailability: {
            /** @description Bookings and reservations in the range, in order. */
            busy: components["schemas"]["BusyTime"][];
            /** @description The time zone of the schedule; the user's if there is no schedule. */
            timeZone: string;
            /** @description Open hours of the range. Busy times are not subtracted. */
            dateRanges: {
                /** @description Start. UTC, with milliseconds. */
                start: string;
                /** @description End. UTC, with milliseconds. */
                end: string;
            }[];
            /** @description Weekly hours of the schedule. */
            workingHours: {
                /** @description Days of the week; 0 is Sunday. */
                days: number[];
                /** @description Minute of the day, up to 1440. */
                startTime: number;
                /** @description Minute of the day, up to 1440. */
                endTime: number;
                /** @description Id of the user. */
                userId: number;
            }[];
            /** @description Hours of single dates, which replace the weekly hours. */
            dateOverrides: {
                /** @description The date, such as `2031-03-04`. */
                date: string;
                /** @description Minute of the day, up to 1440. */
                startTime: number;
                /** @description Minute of the day, up to 1440. */
                endTime: number;
            }[];
            /** @description Slots of the event type; `{}` if `eventTypeId` is not sent. */
            slots: {
                [key: string]: {
                    /** @description Start of the slot. */
                    time: string;
                    /** @description Seats taken, if the slot is shared with other bookings. */
                    attendees?: number;
                    /** @description `uid` of the first of these bookings, if you can read the host's bookings. */
                    bookingUid?: string;
                }[];
            };
        };
        /**
         * @description Role in the whole service: `ADMIN` is a system admin.
         * @enum {string}
         */
        UserRole: "USER" | "ADMIN";
        /** @description A user, as of the last change of the object that contains it. */
        UserSummary: {
            /** @description Id of the user. */
            id: number;
            /** @description Full name. */
            name: string;
            /** @description Email address. */
            email: string;
            /** @description Unique name; null if not set. */
            username: string | null;
            /** @description IANA time zone, such as `Europe/Zurich`. */
            timeZone: string;
            /** @description Language, such as `en` or `pt-BR`. */
            locale: string;
            /** @description Clock of 12 or 24 hours. */
            timeFormat: 12 | 24;
        };
        Warning: {
            /** @description The ignored field, as a JSON Pointer. */
            pointer: string;
            /** @description Why it has no effect, and what to use instead. */
            message: string;
        };
        /** @description A URL that receives events. */
        Webhook: {
            /** @description Id of the webhook. */
            id: string;
            /** @description Id of the owner. */
            userId: number;
            /** @description Only events of this team; null for no team. */
            teamId: number | null;
            /** @description Only events of this event type; null for all. */
            eventTypeId: number | null;
            /** @description Client id of the application that set `subscriberUrl`; null if the user set it */
            platformOAuthClientId: string | null;
            /** @description Grant of that application. Events are sent only while the grant is not revoked, and the application is enabled and has the scope WRITE_WEBHOOK */
            grantId: string | null;
            /** @description URL to which events are sent. */
            subscriberUrl: string;
            /** @description Template of the body; null for the standard payload. */
            payloadTemplate: string | null;
            /** @description Time of creation. UTC, with milliseconds. */
            createdAt: string;
            /** @description Whether events are sent. */
            active: boolean;
            /** @description Why the service disabled the webhook; null if it did not. */
            disabledReason: string | null;
            /** @description Events that are sent. */
            eventTriggers: components["schemas"]["WebhookTrigger"][];
            /** @description The owner. */
            user: components["schemas"]["UserSummary"];
            /** @description The team of `teamId`. */
            team: components["schemas"]["TeamSummary"] | null;
            /** @description The event type of `eventTypeId`. */
            eventType: components["schemas"]["EventTypeSummary"] | null;
            /** @description The application of `platformOAuthClientId`. */
            platformOAuthClient: components["schemas"]["AppSummary"] | null;
            /** @description Always null; kept for clients of Cal.com v1. */
            app: null;
            /** @description App that the webhook belongs to. Stored only. */
            appId: string | null;
            /** @description Secret of the signatures. Returned only when it is created or rotated, otherwise null. */
            secret: string | null;
            /** @description Whether events of all users are sent. */
            platform: boolean;
            /** @description Always empty; kept for clients of Cal.com v1. */
            scheduledTriggers: unknown[];
            /**
             * @description Version of the payload, also in the header `x-cal-webhook-version`.
             * @constant
             */
            payloadVersion: "2021-10-20";
        };
        WebhookCreate: {
            /** @description URL to which events are sent: https, with a public host. */
            subscriberUrl: string;
            /** @description Events to send. */
            eventTriggers: components["schemas"]["WebhookTrigger"][];
            /**
             * @description Whether events are sent.
             * @default true
             */
            active?: boolean;
            /** @description Template of the body, with `{{fields}}`; null for the standard payload. */
            payloadTemplate?: string | null;
            /** @description App that the webhook belongs to. Stored only. */
            appId?: string | null;
            /** @description Send only events of this event type. */
            eventTypeId?: number | null;
            /** @description Send events of this team. */
            teamId?: number | null;
            /** @description Send events of all users; only for system admins. */
            platform?: boolean;
            /** @description Secret of the signatures; generated if missing or null. */
            secret?: string | null;
            /** @description Ignored. */
            time?: (number | string) | null;
            /** @description Ignored. */
            timeUnit?: (number | string) | null;
        };
        /** @description An event on its way to a webhook. */
        WebhookDelivery: {
            /** @description Value of the header `webhook-id`; a resend has the same id */
            id: string;
            /** @description Id of the webhook. */
            webhookId: string;
            /** @description Type of the event. */
            trigger: components["schemas"]["WebhookTrigger"];
            /**
             * @description State of the delivery.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description Time of the event */
            createdAt: string;
            /** @description Null for a test */
            bookingId: number | null;
            /** @description Time of the next attempt; null if none is planned. */
            nextAttemptAt: string | null;
            /** @description Whether the delivery waits until the circuit breaker of the webhook closes */
            isWaiting: boolean;
            /** @description Number of all attempts, also of those before a resend */
            attemptCount: number;
            /** @description The latest 100 attempts, oldest first */
            attempts: components["schemas"]["Attempt"][];
        };
        WebhookRecovery: {
            /** @description A time at most 14 days ago */
            since: components["schemas"]["Instant"];
        };
        WebhookTest: {
            /** @description Event type of the test; the webhook does not need to subscribe to it */
            triggerEvent: components["schemas"]["WebhookTrigger"];
        };
        /** @enum {string} */
        WebhookTrigger: "BOOKING_CREATED" | "BOOKING_REQUESTED" | "BOOKING_RESCHEDULED" | "BOOKING_CANCELLED" | "BOOKING_REJECTED" | "BOOKING_PAID" | "BOOKING_PAYMENT_INITIATED" | "BOOKING_NO_SHOW_UPDATED" | "MEETING_STARTED" | "MEETING_ENDED" | "FORM_SUBMITTED" | "RECORDING_READY" | "RECORDING_TRANSCRIPTION_GENERATED" | "INSTANT_MEETING" | "OOO_CREATED" | "AFTER_HOSTS_CAL_VIDEO_NO_SHOW" | "AFTER_GUESTS_CAL_VIDEO_NO_SHOW" | "FORM_SUBMITTED_NO_EVENT";
        WebhookUpdate: {
            /** @description URL to which events are sent: https, with a public host. */
            subscriberUrl?: string;
            /** @description Events to send. */
            eventTriggers?: components["schemas"]["WebhookTrigger"][];
            /** @description Whether events are sent. */
            active?: boolean;
            /** @description Template of the body, with `{{fields}}`; null for the standard payload. */
            payloadTemplate?: string | null;
            /** @description App that the webhook belongs to. Stored only. */
            appId?: string | null;
            /** @description Send only events of this event type. */
            eventTypeId?: number | null;
            /** @description Send events of this team. */
            teamId?: number | null;
            /** @description Send events of all users; only for system admins. */
            platform?: boolean;
            /** @description Secret of the signatures: `whsec_` and base64 of at least 16 bytes, or any text. */
            secret?: string;
        };
        /**
         * @description First day of the week in calendars.
         * @enum {string}
         */
        WeekStart: "Sunday" | "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
    };
    responses: {
        Problem: {
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        OAuthError: {
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
    };
    parameters: {
        /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
        IdempotencyKey: string;
        /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
        IfMatch: string;
        /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "oauth.jwks": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "oauth.server-metadata": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ServerMetadata"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "oauth.resource-metadata": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourceMetadata"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "agents.resource-metadata": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["ResourceMetadata"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "oauth.introspect": {
        parameters: Record<string, never>;
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenReference"];
                "application/json": components["schemas"]["TokenReference"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description False for unknown, expired and revoked tokens, and for those of other clients.
                         * @constant
                         */
                        active: false;
                    } | {
                        /**
                         * @description True: the token can be used.
                         * @constant
                         */
                        active: true;
                        /** @description Scopes, separated by spaces. */
                        scope: string;
                        /** @description Client id of the application. */
                        client_id: string;
                        /** @description Id of the user. */
                        sub: string;
                        /** @description Issuer. */
                        iss: string;
                        /** @description Time of expiry, in seconds since 1970. */
                        exp: number;
                        /**
                         * @description Only of an access token.
                         * @constant
                         */
                        token_type?: "Bearer";
                        /** @description Audience, only of an access token. */
                        aud?: string;
                        /** @description Time of issue in seconds since 1970, only of an access token. */
                        iat?: number;
                        /** @description Id of the token, only of an access token. */
                        jti?: string;
                    };
                };
            };
            default: components["responses"]["OAuthError"];
        };
    };
    "oauth.refresh-token": {
        parameters: Record<string, never>;
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RefreshRequest"];
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            default: components["responses"]["OAuthError"];
        };
    };
    "oauth.revoke": {
        parameters: Record<string, never>;
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenReference"];
                "application/json": components["schemas"]["TokenReference"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": Record<string, never>;
                };
            };
            default: components["responses"]["OAuthError"];
        };
    };
    "oauth.token": {
        parameters: Record<string, never>;
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            default: components["responses"]["OAuthError"];
        };
    };
    "attendees.list": {
        parameters: {
            query?: {
                /** @description Only elements of this booking. */
                bookingId?: number;
                /** @description Sort order by id, which is the order of creation. */
                order?: components["schemas"]["Order"];
                /** @description Only attendees with one of these email addresses; case-insensitive. */
                email?: string | string[];
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Attendees in the order of their ids. */
                        attendees: components["schemas"]["Attendee"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "attendees.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttendeeCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        attendee: components["schemas"]["Attendee"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "attendees.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the attendee. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        attendee: components["schemas"]["Attendee"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "attendees.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the attendee. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        attendee: components["schemas"]["Attendee"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "attendees.update": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the attendee. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttendeeUpdate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        attendee: components["schemas"]["Attendee"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "audit.list": {
        parameters: {
            query?: {
                /** @description Only changes by this user. */
                userId?: number;
                /** @description Only changes of resources of this type. */
                resource?: "user" | "team" | "membership" | "event-type" | "schedule" | "booking" | "webhook" | "api-key" | "grant" | "oauth-client" | "signing-keys" | "privacy";
                /** @description Only changes of the resource with this id; requires `resource`. */
                resourceId?: string;
                /** @description Only changes at or after this time. */
                dateFrom?: components["schemas"]["Instant"];
                /** @description Only changes at or before this time. */
                dateTo?: components["schemas"]["Instant"];
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Entries, newest first. */
                        entries: components["schemas"]["AuditEntry"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "availabilities.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilityCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        availability: components["schemas"]["AvailabilityWithOwner"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "availabilities.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the availability. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        availability: components["schemas"]["AvailabilityWithOwner"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "availabilities.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the availability. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "availabilities.update": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the availability. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilityUpdate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        availability: components["schemas"]["AvailabilityWithOwner"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "availability.get": {
        parameters: {
            query?: {
                /** @description Start of the range. Required. Any form that JavaScript's `Date.parse` accepts; without a time zone it is UTC. */
                startTime?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `startTime`.
                 */
                start?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `startTime`.
                 */
                dateFrom?: components["schemas"]["SearchTime"];
                /** @description End of the range. Required. At most 92 days after `startTime`. */
                endTime?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `endTime`.
                 */
                end?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `endTime`.
                 */
                dateTo?: components["schemas"]["SearchTime"];
                /** @description The user. */
                username?: string;
                /** @description The user. */
                userId?: number;
                /** @description The team, for its admins and owners. */
                teamId?: number;
                /** @description Also return the slots of this event type. Without a user, the user is its host. */
                eventTypeId?: number;
                /** @description Time zone of `slots`; UTC if not sent. */
                timeZone?: string;
            };
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserAvailability"] | components["schemas"]["MemberAvailability"][];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "booking-references.list": {
        parameters: {
            query?: {
                /** @description Only elements of this booking. */
                bookingId?: number;
                /** @description Sort order by id, which is the order of creation. */
                order?: components["schemas"]["Order"];
                /** @description Only references of this type, such as `zoom_video`. */
                type?: string;
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Booking references in the order of their ids. */
                        booking_references: components["schemas"]["BookingReference"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "booking-references.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferenceCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        booking_reference: components["schemas"]["BookingReference"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "booking-references.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the booking reference. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        booking_reference: components["schemas"]["BookingReference"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "booking-references.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the booking reference. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        booking_reference: components["schemas"]["BookingReference"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "booking-references.update": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the booking reference. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferenceUpdate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        booking_reference: components["schemas"]["BookingReference"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.list": {
        parameters: {
            query?: {
                /** @description Only bookings of these hosts. Only for admins; ignored for other callers. */
                userId?: number | number[];
                /** @description Only bookings with one of these email addresses as attendee. */
                attendeeEmail?: string | string[];
                /** @description Only bookings that start at or after this time; a date means its first moment. */
                dateFrom?: string;
                /** @description Only bookings that end at or before this time; a date means its last moment. */
                dateTo?: string;
                /** @description A status or a group: `upcoming` (not ended, neither cancelled nor rejected), `past` (ended, neither cancelled nor rejected), `unconfirmed` (pending and not ended), `cancelled` (cancelled or rejected). */
                status?: "CANCELLED" | "ACCEPTED" | "REJECTED" | "PENDING" | "AWAITING_HOST" | "upcoming" | "past" | "unconfirmed" | "cancelled";
                /** @description Only bookings of this event type. */
                eventTypeId?: number;
                /** @description Only the booking with this `uid`. */
                uid?: string;
                /** @description Sort by this field; by id if not sent. */
                sortBy?: "startTime" | "createdAt" | "updatedAt";
                /** @description Sort order; `asc` by default. */
                order?: "asc" | "desc";
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Bookings in the requested order. */
                        bookings: components["schemas"]["Booking"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Id of the booking. */
                        id: number;
                        /** @description Random id of the booking, for links and events. */
                        uid: string;
                        /** @description Key that prevents a second booking with the same key; null after a cancellation. */
                        idempotencyKey: string | null;
                        /** @description The host, as of the last change of the booking. */
                        user: components["schemas"]["UserSummary"];
                        /** @description Id of the host. */
                        userId: number;
                        /** @description Email address of the host at the time of booking. */
                        userPrimaryEmail: string;
                        /** @description Video rooms, calendar entries and other external objects of the booking. */
                        references: components["schemas"]["ReferenceInBooking"][];
                        /** @description The event type, as of the last change of the booking. */
                        eventType: components["schemas"]["EventTypeSummary"];
                        /** @description Id of the event type. */
                        eventTypeId: number;
                        /** @description Title of the meeting. */
                        title: string;
                        /** @description Notes of the booker, or the description of the meeting. */
                        description: string | null;
                        /** @description Answers to the booking form by field name. */
                        responses: {
                            /** @description Where the meeting takes place. */
                            location: {
                                /** @description Kind of location, such as `link`, `phone` or `inPerson`, or any text. */
                                value: string;
                                /** @description Phone number or address of the attendee; empty for other kinds. */
                                optionValue: string;
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description Start. UTC, with milliseconds. */
                        startTime: string;
                        /** @description End. UTC, with milliseconds. */
                        endTime: string;
                        /** @description The attendees; the booker is the first. */
                        attendees: components["schemas"]["AttendeeInBooking"][];
                        /** @description Time of creation. UTC, with milliseconds. */
                        createdAt: string;
                        /** @description Time of the last change. UTC, with milliseconds. */
                        updatedAt: string;
                        /** @description Status of the booking. */
                        status: components["schemas"]["BookingStatus"];
                        /** @description Whether a payment succeeded and was not refunded. */
                        paid: boolean;
                        /** @description Payments for the booking. */
                        payment: components["schemas"]["PaymentInBooking"][];
                        /** @description Always null; kept for clients of Cal.com v1. */
                        destinationCalendar: null;
                        /** @description Always null; kept for clients of Cal.com v1. */
                        destinationCalendarId: null;
                        /** @description Why the booking was cancelled. */
                        cancellationReason: string | null;
                        /** @description Why the booking was rejected. */
                        rejectionReason: string | null;
                        /** @description Always null; kept for clients of Cal.com v1. */
                        dynamicEventSlugRef: null;
                        /** @description Always null; kept for clients of Cal.com v1. */
                        dynamicGroupSlugRef: null;
                        /** @description Whether another booking has replaced this one. */
                        rescheduled: boolean;
                        /** @description `uid` of the booking that this one replaces. */
                        fromReschedule: string | null;
                        /** @description Id of the series that the booking belongs to. */
                        recurringEventId: string | null;
                        /** @description Phone number for reminders. This service sends none. */
                        smsReminderNumber: string | null;
                        /** @description Always empty; kept for clients of Cal.com v1. */
                        workflowReminders: unknown[];
                        /** @description Seats of the booking, if its event type has seats. */
                        seatsReferences: components["schemas"]["BookingSeat"][];
                        /** @description Free data of the client. */
                        metadata: {
                            [key: string]: unknown;
                        };
                        /** @description Whether the meeting was recorded. This service never sets it. */
                        isRecorded: boolean;
                        /** @description Id for calendars (RFC 5545), the same after a move. */
                        iCalUID: string;
                        /** @description Revision for calendars (RFC 5545); increases with every move. */
                        iCalSequence: number;
                        /** @description Always null; kept for clients of Cal.com v1. */
                        instantMeetingToken: null;
                        /** @description Rating from 1 to 5. */
                        rating: number | null;
                        /** @description Comment of the rating. */
                        ratingFeedback: string | null;
                        /** @description Whether the host was marked as a no-show. */
                        noShowHost: boolean;
                        /** @description Always empty; kept for clients of Cal.com v1. */
                        scheduledTriggers: unknown[];
                        booking: components["schemas"]["Booking"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the booking, or its `uid`. */
                id: number | string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        booking: components["schemas"]["Booking"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.update": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the booking, or its `uid`. */
                id: number | string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingUpdate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        booking: components["schemas"]["Booking"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.cancel": {
        parameters: {
            query?: {
                /** @description Why the booking is cancelled; part of the event `BOOKING_CANCELLED`. */
                cancellationReason?: string;
                /** @description Email address of the person who cancels; part of the event. */
                cancelledBy?: string;
                /** @description Also cancel all later bookings of the series (`recurringEventId`). `true` in any case and `1` mean true, all other values mean false. */
                allRemainingBookings?: boolean;
            };
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the booking, or its `uid`. */
                id: number | string;
            };
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why the booking is cancelled; part of the event `BOOKING_CANCELLED`. */
                    cancellationReason?: string;
                    /** @description Email address of the person who cancels; part of the event. */
                    cancelledBy?: string;
                    /** @description Also cancel all later bookings of the series (`recurringEventId`). `true` in any case and `1` mean true, all other values mean false. */
                    allRemainingBookings?: boolean;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Always true.
                         * @constant
                         */
                        success: true;
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                        /**
                         * @description Always false.
                         * @constant
                         */
                        onlyRemovedAttendee: false;
                        /** @description Id of the booking. */
                        bookingId: number;
                        /** @description `uid` of the booking. */
                        bookingUid: string;
                        booking: components["schemas"]["Booking"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.no-show": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the booking, or its `uid`. */
                id: number | string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoShow"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        booking: components["schemas"]["Booking"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.rating": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the booking, or its `uid`. */
                id: number | string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rating"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        booking: components["schemas"]["Booking"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "event-types.list": {
        parameters: {
            query?: {
                /** @description Only the event types with this slug. */
                slug?: string;
                /** @description Only the event types of this team. */
                teamId?: number;
                /** @description Event types of this user; other users only for system admins. */
                userId?: number;
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Event types in the order of their ids. */
                        event_types: components["schemas"]["EventType"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "event-types.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventTypeCreateBody"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        event_type: components["schemas"]["EventType"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                        /** @description Fields that were ignored. Missing if there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "event-types.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the event type. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        event_type: components["schemas"]["EventType"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "event-types.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the event type. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        event_type: components["schemas"]["EventType"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "event-types.update": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the event type. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventTypeUpdateBody"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        event_type: components["schemas"]["EventType"];
                        /** @description Fields that were ignored. Missing if there are none. */
                        warnings?: components["schemas"]["Warning"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description Only events with this trigger. */
                trigger?: components["schemas"]["WebhookTrigger"];
                /** @description Only events of this booking. */
                bookingId?: number;
                /** @description Only events at or after this time. */
                dateFrom?: components["schemas"]["Instant"];
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Events, oldest first. */
                        events: components["schemas"]["Event"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "agents.mcp": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /**
                         * @description Version of JSON-RPC.
                         * @constant
                         */
                        jsonrpc: "2.0";
                        /** @description Id of the request; null if the error has no request. */
                        id?: (string | number) | null;
                        /** @description Result of the method. */
                        result?: {
                            [key: string]: unknown;
                        };
                        /** @description Error, instead of a result. */
                        error?: {
                            /** @description JSON-RPC code. */
                            code: number;
                            /** @description What is wrong. */
                            message: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description A notification was accepted */
            202: Record<string, never>;
            default: components["responses"]["Problem"];
        };
    };
    "me.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                        /** @description Unique name; null if not set. */
                        username: string | null;
                        /** @description Email address. */
                        email: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "me.grants.list": {
        parameters: {
            query?: {
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description The access of each application. */
                        grants: components["schemas"]["AppGrant"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "me.grants.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the grant. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        grant: components["schemas"]["AppGrant"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "me.grants.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the grant. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        grant: components["schemas"]["AppGrant"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "memberships.list": {
        parameters: {
            query?: {
                /** @description Only for admins; ignored for other callers. */
                userId?: number;
                /** @description Only admins of the team receive members other than themselves. */
                teamId?: number;
                /** @description Only `team`, which is always included. */
                include?: string;
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Memberships in a fixed order. */
                        memberships: components["schemas"]["Membership"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "memberships.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        membership: components["schemas"]["Membership"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "memberships.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description `{userId}_{teamId}` */
                key: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        membership: components["schemas"]["Membership"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "memberships.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description `{userId}_{teamId}` */
                key: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        membership: components["schemas"]["Membership"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "memberships.update": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description `{userId}_{teamId}` */
                key: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipUpdate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        membership: components["schemas"]["Membership"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "payments.list": {
        parameters: {
            query?: {
                /** @description Only elements of this booking. */
                bookingId?: number;
                /** @description Sort order by id, which is the order of creation. */
                order?: components["schemas"]["Order"];
                /** @description Only payments that succeeded (`true`) or did not (`false`). */
                success?: "true" | "false";
                /** @description Only payments that were refunded (`true`) or were not (`false`). */
                refunded?: "true" | "false";
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Payments in the order of their ids. */
                        payments: components["schemas"]["Payment"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "payments.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the payment. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        payment: components["schemas"]["Payment"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "schedules.list": {
        parameters: {
            query?: {
                /** @description Schedules of this user; other users only for system admins. */
                userId?: number;
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Schedules in the order of their ids. */
                        schedules: components["schemas"]["Schedule"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "schedules.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        schedule: components["schemas"]["Schedule"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "schedules.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the schedule. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        schedule: components["schemas"]["Schedule"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "schedules.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the schedule. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "schedules.update": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the schedule. */
                id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleUpdate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        schedule: components["schemas"]["Schedule"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "slots.list": {
        parameters: {
            query?: {
                /** @description Start of the range. Required. Any form that JavaScript's `Date.parse` accepts; without a time zone it is UTC. */
                startTime?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `startTime`.
                 */
                start?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `startTime`.
                 */
                dateFrom?: components["schemas"]["SearchTime"];
                /** @description End of the range. Required. At most 92 days after `startTime`. */
                endTime?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `endTime`.
                 */
                end?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `endTime`.
                 */
                dateTo?: components["schemas"]["SearchTime"];
                /** @description The event type. Or send `usernameList` and `eventTypeSlug`. */
                eventTypeId?: number;
                /** @description The username of the host. */
                usernameList?: string | string[];
                /**
                 * @deprecated
                 * @description Another name of `usernameList`.
                 */
                "usernameList[]"?: string | string[];
                /**
                 * @deprecated
                 * @description Another name of `usernameList`.
                 */
                username?: string | string[];
                /** @description The slug of one of the host's event types. */
                eventTypeSlug?: string;
                /** @description Time zone in which slots start at round times and are returned. UTC if not sent. */
                timeZone?: string;
                /**
                 * @deprecated
                 * @description Another name of `timeZone`.
                 */
                timezone?: string;
                /** @description Minutes; one of the event type's lengths. */
                duration?: number;
                /** @description `uid` of a booking to reschedule. Its own time counts as free. */
                rescheduleUid?: string;
                /** @description `uid` of a reservation. Its time counts as free. */
                reservationUid?: string;
            };
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Slots by the date of their start in the requested time zone. */
                        slots: {
                            [key: string]: {
                                /** @description Start of the slot. */
                                time: string;
                                /** @description Seats taken, if the slot is shared with other bookings. */
                                attendees?: number;
                                /** @description `uid` of the first of these bookings, if you can read the host's bookings. */
                                bookingUid?: string;
                            }[];
                        };
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "reservations.list": {
        parameters: {
            query?: {
                /** @description The user whose reservations are listed. Only for admins; ignored for other callers. */
                userId?: number;
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Reservations in the order of their start. */
                        reservations: components["schemas"]["Reservation"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "reservations.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReservationCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        reservation: components["schemas"]["Reservation"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "reservations.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description `uid` of the reservation. */
                uid: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "teams.list": {
        parameters: {
            query?: {
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Teams in the order of their ids. */
                        teams: components["schemas"]["Team"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "teams.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the team. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        team: components["schemas"]["Team"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "teams.availability": {
        parameters: {
            query?: {
                /** @description Start of the range. Required. Any form that JavaScript's `Date.parse` accepts; without a time zone it is UTC. */
                startTime?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `startTime`.
                 */
                start?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `startTime`.
                 */
                dateFrom?: components["schemas"]["SearchTime"];
                /** @description End of the range. Required. At most 92 days after `startTime`. */
                endTime?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `endTime`.
                 */
                end?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `endTime`.
                 */
                dateTo?: components["schemas"]["SearchTime"];
            };
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the team. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MemberAvailability"][];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "teams.event-types.list": {
        parameters: {
            query?: {
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            path: {
                /** @description Id of the team. */
                id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Event types in the order of their ids. */
                        event_types: components["schemas"]["EventType"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "users.list": {
        parameters: {
            query?: {
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Users in the order of their ids. */
                        users: components["schemas"]["User"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "users.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id or username of the user; `me` for the caller. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "users.availability": {
        parameters: {
            query?: {
                /** @description Start of the range. Required. Any form that JavaScript's `Date.parse` accepts; without a time zone it is UTC. */
                startTime?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `startTime`.
                 */
                start?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `startTime`.
                 */
                dateFrom?: components["schemas"]["SearchTime"];
                /** @description End of the range. Required. At most 92 days after `startTime`. */
                endTime?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `endTime`.
                 */
                end?: components["schemas"]["SearchTime"];
                /**
                 * @deprecated
                 * @description Another name of `endTime`.
                 */
                dateTo?: components["schemas"]["SearchTime"];
                /** @description Also return the slots of this event type of the user. */
                eventTypeId?: number;
                /** @description Time zone of `slots`; UTC if not sent. */
                timeZone?: string;
            };
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id or username of the user; `me` for the caller. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["UserAvailability"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.list": {
        parameters: {
            query?: {
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Webhooks in the order of their creation. */
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.create": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.delete": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.update": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.deliveries.list": {
        parameters: {
            query?: {
                /** @description Only deliveries with this status. */
                status?: "pending" | "delivered" | "failed";
                /** @description Only deliveries of events with this trigger. */
                trigger?: components["schemas"]["WebhookTrigger"];
                /** @description Only deliveries whose last attempt had such a response; `none`: no response. */
                httpStatus?: "2xx" | "3xx" | "4xx" | "5xx" | "none";
                /** @description Only deliveries of events at or after this time. */
                dateFrom?: components["schemas"]["Instant"];
                /** @description Only deliveries of events at or before this time. */
                dateTo?: components["schemas"]["Instant"];
                /** @description Elements per page; 10 by default with `page` or `cursor`. */
                take?: number;
                /** @description Page number, from 1. Without `page`, `take` and `cursor` the whole list is returned. */
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        /** @description Deliveries, newest first. */
                        deliveries: components["schemas"]["WebhookDelivery"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.deliveries.get": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
                /** @description Id of the delivery. */
                deliveryId: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.deliveries.resend": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
                /** @description Id of the delivery. */
                deliveryId: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.health": {
        parameters: {
            header?: {
                /** @description Returns 304 without a body if this is its current `ETag` (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        health: components["schemas"]["SubscriberHealth"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.recover": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRecovery"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        /** @description Deliveries that had failed and are sent again. */
                        failed: number;
                        /** @description Deliveries that waited for a retry or for your server, and are sent now if it responds. */
                        waiting: number;
                        /** @description Whether there are more: counting stops after 5 MB of deliveries. They are sent, too. */
                        hasMore: boolean;
                        /** @description Result of the request, for people. Can change. */
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.rotate-secret": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if this is its current `ETag`; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the current secret stays valid; 0 revokes all old secrets immediately
                     * @default 86400
                     */
                    graceSeconds?: number;
                    /** @description New secret; generated if not sent */
                    secret?: string;
                };
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.test": {
        parameters: {
            header?: {
                /** @description Makes the request safe to retry: a value of your choice, such as a UUID. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        delivery: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.BOOKING_CREATED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "BOOKING_CREATED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"];
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.BOOKING_REQUESTED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "BOOKING_REQUESTED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"];
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.BOOKING_RESCHEDULED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "BOOKING_RESCHEDULED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"] & {
                        /** @description Id of the original booking */
                        rescheduleId: number | null;
                        /** @description `uid` of the original booking. */
                        rescheduleUid: string | null;
                        /** @description Start of the original booking. */
                        rescheduleStartTime: string | null;
                        /** @description End of the original booking. */
                        rescheduleEndTime: string | null;
                        /** @description Email address of the person who rescheduled. */
                        rescheduledBy: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.BOOKING_CANCELLED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "BOOKING_CANCELLED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"] & {
                        /** @description Why the booking was cancelled. */
                        cancellationReason: string | null;
                        /** @description Email address of the person who cancelled. */
                        cancelledBy: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.BOOKING_REJECTED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "BOOKING_REJECTED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"] & {
                        /** @description Why the booking was rejected. */
                        rejectionReason: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.BOOKING_PAID": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "BOOKING_PAID";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"] & {
                        /** @description Id of the payment. */
                        paymentId: number | null;
                        /** @description The payment. */
                        paymentData: components["schemas"]["PaymentSummary"] | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.BOOKING_PAYMENT_INITIATED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "BOOKING_PAYMENT_INITIATED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"] & {
                        /** @description Id of the payment. */
                        paymentId: number | null;
                        /** @description The payment. */
                        paymentData: components["schemas"]["PaymentSummary"] | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.BOOKING_NO_SHOW_UPDATED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "BOOKING_NO_SHOW_UPDATED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"] & {
                        /** @description What changed, for people. */
                        message: string;
                        /** @description `uid` of the booking. */
                        bookingUid: string;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.MEETING_STARTED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "MEETING_STARTED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"];
                } & components["schemas"]["BookingEvent"];
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
    "webhooks.MEETING_ENDED": {
        parameters: {
            header: {
                /** @description Id of the delivery; the same for every attempt */
                "webhook-id": string;
                /** @description Time of this attempt, in seconds since 1970 */
                "webhook-timestamp": string;
                /** @description `v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body. While a secret is rotated, several signatures separated by spaces */
                "webhook-signature": string;
                /** @description Hex HMAC-SHA256 of the body */
                "X-Cal-Signature-256": string;
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Type of the event.
                     * @constant
                     */
                    triggerEvent: "MEETING_ENDED";
                    /**
                     * Format: date-time
                     * @description Time of the event.
                     */
                    createdAt: string;
                    /** @description The booking after the event. */
                    payload: components["schemas"]["BookingEvent"];
                } & components["schemas"]["BookingEvent"];
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: Record<string, never>;
            /** @description Delivered. Any other response is retried later */
            "2XX": Record<string, never>;
        };
    };
}
