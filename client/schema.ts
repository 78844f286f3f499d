/** Generated from docs/openapi.json by `npm run documents`. */

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the public keys that verify access tokens */
        get: operations["oauth.jwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the metadata of the authorization server */
        get: operations["oauth.server-metadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the metadata of the protected resource */
        get: operations["oauth.resource-metadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a token is valid */
        post: operations["oauth.introspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oauth/refreshToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange a refresh token for new tokens */
        post: operations["oauth.refresh-token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke a token and its grant */
        post: operations["oauth.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange an authorization code or refresh token for tokens */
        post: operations["oauth.token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendees": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List attendees */
        get: operations["attendees.list"];
        put?: never;
        /** Add an attendee to a booking */
        post: operations["attendees.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attendees/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an attendee */
        get: operations["attendees.get"];
        put?: never;
        post?: never;
        /** Remove an attendee */
        delete: operations["attendees.delete"];
        options?: never;
        head?: never;
        /** Update an attendee */
        patch: operations["attendees.update"];
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List audit entries, newest first */
        get: operations["audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/availabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an availability */
        post: operations["availabilities.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/availabilities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an availability */
        get: operations["availabilities.get"];
        put?: never;
        post?: never;
        /** Delete an availability */
        delete: operations["availabilities.delete"];
        options?: never;
        head?: never;
        /** Update an availability */
        patch: operations["availabilities.update"];
        trace?: never;
    };
    "/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the availability of a user or a team */
        get: operations["availability.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/booking-references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List booking references */
        get: operations["booking-references.list"];
        put?: never;
        /** Add a reference to a booking */
        post: operations["booking-references.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/booking-references/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a booking reference */
        get: operations["booking-references.get"];
        put?: never;
        post?: never;
        /** Delete a booking reference */
        delete: operations["booking-references.delete"];
        options?: never;
        head?: never;
        /** Update a booking reference */
        patch: operations["booking-references.update"];
        trace?: never;
    };
    "/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List bookings */
        get: operations["bookings.list"];
        put?: never;
        /** Create a booking */
        post: operations["bookings.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a booking */
        get: operations["bookings.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update a booking */
        patch: operations["bookings.update"];
        trace?: never;
    };
    "/bookings/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Cancel a booking */
        delete: operations["bookings.cancel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{id}/no-show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark no-shows */
        post: operations["bookings.no-show"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bookings/{id}/rating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rate a booking */
        post: operations["bookings.rating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List event types */
        get: operations["event-types.list"];
        put?: never;
        /** Create an event type */
        post: operations["event-types.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-types/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an event type */
        get: operations["event-types.get"];
        put?: never;
        post?: never;
        /** Delete an event type */
        delete: operations["event-types.delete"];
        options?: never;
        head?: never;
        /** Update an event type */
        patch: operations["event-types.update"];
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List events */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get your profile */
        get: operations["me.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the applications you have authorized */
        get: operations["me.grants.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the access of an application */
        get: operations["me.grants.get"];
        put?: never;
        post?: never;
        /** Revoke the access of an application */
        delete: operations["me.grants.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memberships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List memberships */
        get: operations["memberships.list"];
        put?: never;
        /** Invite a user to a team */
        post: operations["memberships.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/memberships/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a membership */
        get: operations["memberships.get"];
        put?: never;
        post?: never;
        /** Delete a membership */
        delete: operations["memberships.delete"];
        options?: never;
        head?: never;
        /** Update a membership */
        patch: operations["memberships.update"];
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List payments */
        get: operations["payments.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a payment */
        get: operations["payments.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List schedules */
        get: operations["schedules.list"];
        put?: never;
        /** Create a schedule */
        post: operations["schedules.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a schedule */
        get: operations["schedules.get"];
        put?: never;
        post?: never;
        /** Delete a schedule */
        delete: operations["schedules.delete"];
        options?: never;
        head?: never;
        /** Update a schedule */
        patch: operations["schedules.update"];
        trace?: never;
    };
    "/slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List slots */
        get: operations["slots.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/slots/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reserve a slot */
        post: operations["reservations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/slots/reserve/{uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a reservation */
        delete: operations["reservations.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List teams */
        get: operations["teams.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a team */
        get: operations["teams.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the availability of a team */
        get: operations["teams.availability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the event types of a team */
        get: operations["teams.event-types.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users */
        get: operations["users.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a user */
        get: operations["users.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the availability of a user */
        get: operations["users.availability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["webhooks.list"];
        put?: never;
        /** Create a webhook */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook */
        get: operations["webhooks.get"];
        put?: never;
        post?: never;
        /** Delete a webhook */
        delete: operations["webhooks.delete"];
        options?: never;
        head?: never;
        /** Update a webhook */
        patch: operations["webhooks.update"];
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of a webhook */
        get: operations["webhooks.deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a delivery */
        get: operations["webhooks.deliveries.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend a delivery */
        post: operations["webhooks.deliveries.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the health of a webhook */
        get: operations["webhooks.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend failed deliveries */
        post: operations["webhooks.recover"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate the secret of a webhook */
        post: operations["webhooks.rotate-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test a webhook */
        post: operations["webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    BOOKING_CREATED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A booking is accepted */
        post: operations["webhooks.BOOKING_CREATED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    BOOKING_REQUESTED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A booking requires confirmation */
        post: operations["webhooks.BOOKING_REQUESTED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    BOOKING_RESCHEDULED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A booking is moved to another time or replaced by a new booking */
        post: operations["webhooks.BOOKING_RESCHEDULED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    BOOKING_CANCELLED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A booking is cancelled */
        post: operations["webhooks.BOOKING_CANCELLED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    BOOKING_REJECTED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A booking is rejected */
        post: operations["webhooks.BOOKING_REJECTED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    BOOKING_PAID: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment succeeds */
        post: operations["webhooks.BOOKING_PAID"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    BOOKING_PAYMENT_INITIATED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment is started */
        post: operations["webhooks.BOOKING_PAYMENT_INITIATED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    BOOKING_NO_SHOW_UPDATED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A host or attendee is marked as a no-show, or the mark is removed */
        post: operations["webhooks.BOOKING_NO_SHOW_UPDATED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    MEETING_STARTED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An accepted booking starts. Its fields are also at the top level of the body */
        post: operations["webhooks.MEETING_STARTED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    MEETING_ENDED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An accepted booking ends. Its fields are also at the top level of the body */
        post: operations["webhooks.MEETING_ENDED"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AppGrant: {
            id: string;
            client: components["schemas"]["AppSummary"];
            scopes: components["schemas"]["Scope"][];
            createdAt: string;
            lastUsedAt: string | null;
        };
        AppSummary: {
            id: string;
            name: string;
            logo: string | null;
            link: string | null;
        };
        Attempt: {
            at: string;
            kind: components["schemas"]["AttemptKind"];
            url: string | null;
            status: number | null;
            error: string | null;
            /** @description The first 1,024 bytes of a response that is not 2xx */
            answer: string | null;
            ms: number;
        };
        /** @enum {string} */
        AttemptKind: "scheduled" | "probe" | "manual";
        Attendee: {
            id: number;
            email: string;
            name: string;
            timeZone: string;
            locale: string;
            booking: components["schemas"]["BookingLink"];
            bookingId: number;
            bookingSeat: components["schemas"]["BookingSeat"] | null;
            noShow: boolean;
        };
        AttendeeCreate: {
            /** Format: email */
            email: string;
            name: string;
            timeZone: string;
            /** @default en */
            locale?: string;
            bookingId: number;
        };
        AttendeeUpdate: {
            /** Format: email */
            email?: string;
            name?: string;
            timeZone?: string;
            locale?: string;
            noShow?: boolean;
        };
        AuditChange: {
            /** @enum {string} */
            resource: "user" | "team" | "membership" | "event-type" | "schedule" | "booking" | "webhook" | "api-key" | "grant" | "oauth-client" | "signing-keys" | "privacy" | "attendee" | "booking-reference" | "payment";
            /** @description Ids of the resources that changed in the same way. */
            ids: string[];
            /** @enum {string} */
            action: "created" | "changed" | "removed" | "exported" | "erased";
            /** @description Names of the changed fields; empty if the resource was created or deleted. */
            attributes: string[];
        };
        AuditEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            /**
             * @description Type of the resource. Attendees, references and payments are part of their booking.
             * @enum {string}
             */
            resource: "user" | "team" | "membership" | "event-type" | "schedule" | "booking" | "webhook" | "api-key" | "grant" | "oauth-client" | "signing-keys" | "privacy";
            resourceId: string;
            changes: components["schemas"]["AuditChange"][];
            /** @description The user who made the change; null if no user did. */
            userId: number | null;
            /** @description `key-` and the id of an API key, the id of a grant, `session`, `operator`, `anyone`, or `service` for automatic changes. */
            credentialId: string;
            /** @description Request id, the same as in `X-Request-Id` and in the log. */
            requestId: string | null;
        };
        Availability: {
            id: number;
            scheduleId: number;
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
        AvailabilityWithOwner: {
            id: number;
            scheduleId: number;
            eventTypeId: null;
            /** @description Days of the week, 0 is Sunday. Empty for an override. */
            days: number[];
            /** @description Wall clock in the schedule's time zone, such as 09:00:00. */
            startTime: string;
            /** @description Up to 24:00:00. An override that ends when it starts closes the day. */
            endTime: string;
            /** @description A date such as 2031-03-04: the entries of a date replace the weekly hours of that day. */
            date: string | null;
            Schedule: {
                userId: number;
            };
        };
        Booking: {
            id: number;
            uid: string;
            idempotencyKey: string | null;
            user: components["schemas"]["UserSummary"];
            userId: number;
            userPrimaryEmail: string;
            references: {
                id: number;
                type: string;
                uid: string;
                meetingId: string | null;
                meetingPassword: string | null;
                meetingUrl: string | null;
                thirdPartyRecurringEventId: string | null;
                externalCalendarId: string | null;
                credentialId: number | null;
                deleted: boolean | null;
                bookingId: number;
            }[];
            eventType: components["schemas"]["EventTypeSummary"];
            eventTypeId: number;
            title: string;
            description: string | null;
            responses: {
                location: {
                    value: string;
                    optionValue: string;
                };
            } & {
                [key: string]: unknown;
            };
            startTime: string;
            endTime: string;
            attendees: {
                id: number;
                email: string;
                name: string;
                timeZone: string;
                locale: string;
                noShow: boolean;
                phoneNumber: string | null;
                bookingId: number;
                bookingSeat: components["schemas"]["BookingSeat"] | null;
            }[];
            createdAt: string;
            updatedAt: string;
            status: components["schemas"]["BookingStatus"];
            paid: boolean;
            payment: {
                id: number;
                uid: string;
                appId: string | null;
                amount: number;
                fee: number;
                currency: string;
                success: boolean;
                refunded: boolean;
                externalId: string;
                paymentOption: components["schemas"]["PaymentOption"] | null;
                bookingId: number;
                app: components["schemas"]["PaymentApp"] | null;
                data: {
                    [key: string]: unknown;
                } | null;
            }[];
            destinationCalendar: null;
            destinationCalendarId: null;
            cancellationReason: string | null;
            rejectionReason: string | null;
            dynamicEventSlugRef: null;
            dynamicGroupSlugRef: null;
            rescheduled: boolean;
            fromReschedule: string | null;
            recurringEventId: string | null;
            smsReminderNumber: string | null;
            workflowReminders: unknown[];
            seatsReferences: components["schemas"]["BookingSeat"][];
            metadata: {
                [key: string]: unknown;
            };
            isRecorded: boolean;
            iCalUID: string;
            iCalSequence: number;
            instantMeetingToken: null;
            rating: number | null;
            ratingFeedback: string | null;
            noShowHost: boolean;
            scheduledTriggers: unknown[];
        };
        BookingCreate: {
            eventTypeId: number;
            start: components["schemas"]["Instant"];
            end?: components["schemas"]["Instant"];
            timeZone?: string;
            language?: string;
            metadata?: {
                [key: string]: unknown;
            };
            responses: {
                name: string | {
                    firstName: string;
                    /** @default  */
                    lastName?: string;
                };
                /** Format: email */
                email: string;
                location?: string | {
                    value: string;
                    optionValue?: string;
                };
                guests?: string[];
                notes?: string;
                smsReminderNumber?: string;
                rescheduleReason?: string;
            } & {
                [key: string]: unknown;
            };
            title?: string;
            description?: string;
            recurringEventId?: string | number;
            rescheduleUid?: string;
            /** @description `uid` of a reservation. The booking gets its time, which must be the time of the booking. */
            reservationUid?: string;
            userId?: number;
            idempotencyKey?: string;
            /** @description Books also outside the hours, notice, booking window and limits of the event type, but never a time that another booking has. Only for the host and admins; ignored for other callers. */
            ignoreAvailability?: boolean;
        };
        BookingEvent: {
            uid: string;
            bookingId: number;
            iCalUID: string;
            iCalSequence: number;
            /** @description Increases with every event of the booking */
            sequence: number;
            title: string;
            description: string | null;
            additionalNotes: string | null;
            status: components["schemas"]["BookingStatus"];
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            /** @description Slug of the event type */
            type: string;
            eventTitle: string;
            eventDescription: string | null;
            eventTypeId: number;
            /** @description Minutes */
            length: number;
            /** @description Price in minor units of the currency */
            price: number;
            currency: string;
            requiresConfirmation: boolean;
            seatsPerTimeSlot: number | null;
            organizer: components["schemas"]["BookingEventHost"];
            attendees: components["schemas"]["BookingEventAttendee"][];
            /** @description Answers of the booking form, by field name */
            responses: {
                [key: string]: {
                    label: string;
                    value: unknown;
                    isHidden: boolean;
                };
            };
            /** @description Answers to the event type's own questions and fields added by the client */
            userFieldsResponses: {
                [key: string]: {
                    label: string;
                    value: unknown;
                    isHidden: boolean;
                };
            };
            customInputs: {
                [key: string]: unknown;
            } | null;
            location: string | null;
            metadata: {
                [key: string]: unknown;
            };
            references: components["schemas"]["ReferenceSummary"][];
            videoCallData: {
                type: string;
                id: string | null;
                password: string | null;
                url: string;
            } | null;
            destinationCalendar: null;
            team: {
                id: number;
                name: string | null;
                members: components["schemas"]["BookingEventHost"][];
            } | null;
            /** @description Changed fields, with their old and new values */
            changed: {
                [key: string]: {
                    from: unknown;
                    to: unknown;
                };
            } | null;
        };
        BookingEventAttendee: {
            id: number;
            email: string;
            name: string;
            firstName: string;
            lastName: string;
            timeZone: string;
            phoneNumber: string | null;
            language: {
                locale: string;
            };
            /** @description Minutes from UTC at the start time */
            utcOffset: number;
            noShow: boolean;
        };
        BookingEventHost: {
            id: number;
            name: string;
            email: string;
            username: string | null;
            timeZone: string;
            language: {
                locale: string;
            };
            timeFormat: number;
            /** @description Minutes from UTC at the start time */
            utcOffset: number;
        };
        BookingField: {
            name: string;
            /** @enum {string} */
            type: "text" | "textarea" | "number" | "email" | "phone" | "boolean" | "select" | "multiselect" | "url";
            /** @default  */
            label: string;
            /** @default false */
            required: boolean;
            /** @default false */
            hidden: boolean;
            /** @default [] */
            options: string[];
        };
        BookingFieldInput: {
            name: string;
            /** @enum {string} */
            type: "text" | "textarea" | "number" | "email" | "phone" | "boolean" | "select" | "multiselect" | "url";
            /** @default  */
            label?: string;
            /** @default false */
            required?: boolean;
            /** @default false */
            hidden?: boolean;
            /** @default [] */
            options?: string[];
        };
        BookingLink: {
            id: number;
            uid: string;
            userId: number;
            eventTypeId: number;
            iCalUID: string;
        };
        BookingReference: {
            id: number;
            type: string;
            uid: string;
            meetingId: string | null;
            thirdPartyRecurringEventId: string | null;
            meetingPassword: string | null;
            meetingUrl: string | null;
            booking: components["schemas"]["BookingLink"];
            bookingId: number;
            externalCalendarId: string | null;
            deleted: boolean | null;
            credentialId: number | null;
        };
        BookingSeat: {
            id: number;
            bookingId: number;
            attendeeId: number;
            referenceUid: string;
        };
        /** @enum {string} */
        BookingStatus: "CANCELLED" | "ACCEPTED" | "REJECTED" | "PENDING" | "AWAITING_HOST";
        BookingUpdate: {
            title?: string;
            description?: string | null;
            start?: components["schemas"]["Instant"];
            startTime?: components["schemas"]["Instant"];
            end?: components["schemas"]["Instant"];
            endTime?: components["schemas"]["Instant"];
            status?: components["schemas"]["BookingStatus"];
            rejectionReason?: string;
            cancellationReason?: string;
            /** @description Books also outside the hours, notice, booking window and limits of the event type, but never a time that another booking has. Only for the host and admins; ignored for other callers. */
            ignoreAvailability?: boolean;
        };
        BusyTime: {
            start: string;
            end: string;
            /** @description Only for the user and for admins. */
            title?: string;
            /** @description The booking or event type that uses the time. Only for the user and for admins. */
            source?: string;
        };
        ConsentForm: {
            /** @description Token from the form of the page */
            form_token: string;
            /** @enum {string} */
            decision: "allow" | "deny";
        };
        EndOfRange: string;
        Event: {
            id: string;
            triggerEvent: components["schemas"]["WebhookTrigger"];
            /** Format: date-time */
            createdAt: string;
            bookingId: number;
            /** @description Increases with every event of the booking */
            sequence: number;
            /** @description Payload as sent to webhooks without a template */
            payload: {
                [key: string]: unknown;
            };
        };
        EventType: {
            id: number;
            userId: number;
            title: string;
            slug: string;
            description: string | null;
            length: number;
            lengths: number[];
            hidden: boolean;
            locations: {
                value: string;
                optionValue: string;
            }[];
            bookingFields: components["schemas"]["BookingField"][];
            requiresConfirmation: boolean;
            minimumBookingNotice: number;
            beforeEventBuffer: number;
            afterEventBuffer: number;
            seatsPerTimeSlot: number | null;
            price: number;
            currency: string;
            /** @enum {string} */
            periodType: "UNLIMITED" | "ROLLING" | "RANGE";
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
                PER_DAY?: number;
                PER_WEEK?: number;
                PER_MONTH?: number;
                PER_YEAR?: number;
            } | null;
            /**
             * @description Most minutes of the bookings that start in a day, week, month or year of the schedule's time zone.
             * @default null
             */
            durationLimits: {
                PER_DAY?: number;
                PER_WEEK?: number;
                PER_MONTH?: number;
                PER_YEAR?: number;
            } | null;
            teamId: number | null;
            /** @enum {string} */
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
        EventTypeCreate: {
            title: string;
            slug?: string;
            /** @default null */
            description?: string | null;
            length: number;
            /** @default [] */
            lengths?: number[];
            /** @default false */
            hidden?: boolean;
            locations?: {
                value: string;
                optionValue: string;
            }[];
            /** @default [] */
            bookingFields?: components["schemas"]["BookingFieldInput"][];
            /** @default false */
            requiresConfirmation?: boolean;
            /** @default 0 */
            minimumBookingNotice?: number;
            /** @default 0 */
            beforeEventBuffer?: number;
            /** @default 0 */
            afterEventBuffer?: number;
            /** @default null */
            seatsPerTimeSlot?: number | null;
            /** @default 0 */
            price?: number;
            /** @default USD */
            currency?: string;
            /**
             * @default UNLIMITED
             * @enum {string}
             */
            periodType?: "UNLIMITED" | "ROLLING" | "RANGE";
            /** @default null */
            periodDays?: number | null;
            /**
             * @description If false, `periodDays` counts only Monday to Friday.
             * @default true
             */
            periodCountCalendarDays?: boolean;
            /**
             * @description First day of a `RANGE`, in the schedule's time zone.
             * @default null
             */
            periodStartDate?: string | null;
            /**
             * @description Last day of a `RANGE`, inclusive.
             * @default null
             */
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
                PER_DAY?: number;
                PER_WEEK?: number;
                PER_MONTH?: number;
                PER_YEAR?: number;
            } | null;
            /**
             * @description Most minutes of the bookings that start in a day, week, month or year of the schedule's time zone.
             * @default null
             */
            durationLimits?: {
                PER_DAY?: number;
                PER_WEEK?: number;
                PER_MONTH?: number;
                PER_YEAR?: number;
            } | null;
            /** @default null */
            teamId?: number | null;
            /**
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
            userId?: number;
        };
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
        EventTypeSummary: {
            id: number;
            title: string;
            slug: string;
            description: string | null;
            length: number;
            price: number;
            currency: string;
            requiresConfirmation: boolean;
            seatsPerTimeSlot: number | null;
            teamId: number | null;
            teamName: string | null;
        };
        EventTypeUpdate: {
            title?: string;
            slug?: string;
            description?: string | null;
            length?: number;
            lengths?: number[];
            hidden?: boolean;
            locations?: {
                value: string;
                optionValue: string;
            }[];
            bookingFields?: components["schemas"]["BookingFieldInput"][];
            requiresConfirmation?: boolean;
            minimumBookingNotice?: number;
            beforeEventBuffer?: number;
            afterEventBuffer?: number;
            seatsPerTimeSlot?: number | null;
            price?: number;
            currency?: string;
            /** @enum {string} */
            periodType?: "UNLIMITED" | "ROLLING" | "RANGE";
            periodDays?: number | null;
            /** @description If false, `periodDays` counts only Monday to Friday. */
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
                PER_DAY?: number;
                PER_WEEK?: number;
                PER_MONTH?: number;
                PER_YEAR?: number;
            } | null;
            /** @description Most minutes of the bookings that start in a day, week, month or year of the schedule's time zone. */
            durationLimits?: {
                PER_DAY?: number;
                PER_WEEK?: number;
                PER_MONTH?: number;
                PER_YEAR?: number;
            } | null;
            teamId?: number | null;
            /** @enum {string} */
            bookableBy?: "owner" | "anyone";
            /** @description For an event type of a team: each booking has one of the `hosts` in turn, or all of them. */
            schedulingType?: components["schemas"]["SchedulingType"] | null;
            /** @description Only with `schedulingType`. The first host of `COLLECTIVE` can change its bookings. */
            hosts?: components["schemas"]["EventTypeHostInput"][];
        };
        Instant: string;
        KeySet: {
            keys: {
                /** @constant */
                kty: "EC";
                /** @constant */
                crv: "P-256";
                x: string;
                y: string;
                kid: string;
                /** @constant */
                use: "sig";
                /** @constant */
                alg: "ES256";
            }[];
        };
        MemberAvailability: {
            userId: number;
            availability: components["schemas"]["UserAvailability"];
        };
        MemberSummary: {
            id: number;
            name: string;
            /** @description Null until the user accepts the invitation */
            email: string | null;
            username: string | null;
            timeZone: string;
            locale: string;
            timeFormat: 12 | 24;
        };
        Membership: {
            id: number;
            teamId: number;
            userId: number;
            role: components["schemas"]["MembershipRole"];
            accepted: boolean;
            disableImpersonation: boolean;
            team: components["schemas"]["TeamSummary"];
            user: components["schemas"]["MemberSummary"];
        };
        MembershipCreate: {
            userId: number;
            teamId: number;
            /** @default MEMBER */
            role?: components["schemas"]["MembershipRole"];
            /** @default false */
            accepted?: boolean;
            /** @default false */
            disableImpersonation?: boolean;
        };
        /** @enum {string} */
        MembershipRole: "MEMBER" | "ADMIN" | "OWNER";
        MembershipUpdate: {
            role?: components["schemas"]["MembershipRole"];
            accepted?: boolean;
            disableImpersonation?: boolean;
        };
        NoShow: {
            host?: boolean;
            /** @default [] */
            attendees?: {
                /** Format: email */
                email: string;
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
        Payment: {
            id: number;
            uid: string;
            appId: string | null;
            app: components["schemas"]["PaymentApp"] | null;
            bookingId: number;
            booking: components["schemas"]["BookingLink"];
            amount: number;
            fee: number;
            currency: string;
            success: boolean;
            refunded: boolean;
            data: {
                [key: string]: unknown;
            } | null;
            externalId: string;
            paymentOption: components["schemas"]["PaymentOption"] | null;
        };
        PaymentApp: {
            slug: string;
        };
        /** @enum {string} */
        PaymentOption: "ON_BOOKING" | "HOLD";
        PaymentSummary: {
            id: number;
            uid: string;
            appId: string | null;
            amount: number;
            fee: number;
            currency: string;
            success: boolean;
            refunded: boolean;
            externalId: string;
            paymentOption: components["schemas"]["PaymentOption"] | null;
        };
        Problem: {
            /** @description `urn:almanac:problem:` followed by the code */
            type: string;
            title: string;
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
            /** @description Invalid fields */
            errors: {
                /** @description JSON Pointer into the body, or `#/query/…`, `#/path/…`, `#/header/…` */
                pointer: string;
                /**
                 * @description Error code of the field
                 * @enum {string}
                 */
                code: "required" | "unknown_field" | "invalid_type" | "invalid_format" | "invalid_value" | "invalid_union" | "too_small" | "too_big" | "not_multiple_of" | "invalid_key" | "invalid_element" | "custom" | "invalid" | "taken" | "not_started";
                message: string;
            }[];
        };
        ProviderSignInForm: {
            /** @description Token from the form of the page */
            form_token: string;
        };
        Rating: {
            rating: number;
            /** @default null */
            ratingFeedback?: string | null;
        };
        ReferenceCreate: {
            bookingId: number;
            type: string;
            uid: string;
            /** @default null */
            meetingId?: string | null;
            /** @default null */
            meetingPassword?: string | null;
            /** @default null */
            meetingUrl?: string | null;
            /** @default null */
            thirdPartyRecurringEventId?: string | null;
            /** @default null */
            externalCalendarId?: string | null;
            /** @default null */
            credentialId?: number | null;
        };
        ReferenceSummary: {
            id: number;
            type: string;
            uid: string;
            meetingId: string | null;
            meetingPassword: string | null;
            meetingUrl: string | null;
            thirdPartyRecurringEventId: string | null;
            externalCalendarId: string | null;
            credentialId: number | null;
            deleted: boolean | null;
        };
        ReferenceUpdate: {
            type?: string;
            uid?: string;
            meetingId?: string | null;
            meetingPassword?: string | null;
            meetingUrl?: string | null;
            thirdPartyRecurringEventId?: string | null;
            externalCalendarId?: string | null;
            credentialId?: number | null;
        };
        RefreshRequest: {
            client_id?: string;
            client_secret?: string;
            grant_type?: string;
            refresh_token?: string;
            scope?: string;
            resource?: string;
        };
        Reservation: {
            /** @description Send it as `reservationUid` with the booking. Only a request with it can book the time. */
            uid: string;
            eventTypeId: number;
            start: string;
            end: string;
            /** @description When the reservation expires. */
            until: string;
        };
        ReservationCreate: {
            eventTypeId: number;
            /** @description Start of the time to reserve. Required. */
            start?: components["schemas"]["Instant"];
            /** @description Another name of `start`. */
            slotUtcStartDate?: components["schemas"]["Instant"];
            duration?: number;
            /**
             * @description Minutes after which the reservation expires.
             * @default 5
             */
            ttlMinutes?: number;
        };
        ResourceMetadata: {
            resource: string;
            resource_name: string;
            authorization_servers: string[];
            scopes_supported: components["schemas"]["Scope"][];
            bearer_methods_supported: string[];
        };
        Schedule: {
            id: number;
            userId: number;
            name: string;
            timeZone: string;
            /** @description Whether event types without `scheduleId` use it. */
            isDefault: boolean;
            availability: components["schemas"]["Availability"][];
            createdAt: string;
            updatedAt: string;
        };
        ScheduleCreate: {
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
                id?: number;
                /** @description Ignored. */
                scheduleId?: number | null;
                /** @description Ignored. */
                eventTypeId?: number | null;
            }[];
            overrides?: {
                /** Format: date */
                date: string;
                /** @description Without any the day is closed. */
                slots?: {
                    start: components["schemas"]["StartOfRange"];
                    end: components["schemas"]["EndOfRange"];
                }[];
                /** @description Another name of `slots`. */
                timeSlots?: {
                    start: components["schemas"]["StartOfRange"];
                    end: components["schemas"]["EndOfRange"];
                }[];
            }[];
            /** @description Whose schedule it is; only for system admins. */
            userId?: number;
        };
        ScheduleUpdate: {
            name?: string;
            timeZone?: string;
            isDefault?: boolean;
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
                id?: number;
                /** @description Ignored. */
                scheduleId?: number | null;
                /** @description Ignored. */
                eventTypeId?: number | null;
            }[];
            overrides?: {
                /** Format: date */
                date: string;
                /** @description Without any the day is closed. */
                slots?: {
                    start: components["schemas"]["StartOfRange"];
                    end: components["schemas"]["EndOfRange"];
                }[];
                /** @description Another name of `slots`. */
                timeSlots?: {
                    start: components["schemas"]["StartOfRange"];
                    end: components["schemas"]["EndOfRange"];
                }[];
            }[];
        };
        /** @enum {string} */
        SchedulingType: "ROUND_ROBIN" | "COLLECTIVE";
        /** @enum {string} */
        Scope: "READ_BOOKING" | "WRITE_BOOKING" | "READ_PROFILE" | "READ_SCHEDULE" | "WRITE_SCHEDULE" | "READ_MEMBERSHIP" | "WRITE_MEMBERSHIP" | "READ_WEBHOOK" | "WRITE_WEBHOOK" | "ADMIN";
        SearchTime: string;
        ServerMetadata: {
            issuer: string;
            authorization_endpoint: string;
            token_endpoint: string;
            jwks_uri: string;
            revocation_endpoint: string;
            introspection_endpoint: string;
            scopes_supported: components["schemas"]["Scope"][];
            response_types_supported: string[];
            response_modes_supported: string[];
            grant_types_supported: string[];
            token_endpoint_auth_methods_supported: string[];
            revocation_endpoint_auth_methods_supported: string[];
            introspection_endpoint_auth_methods_supported: string[];
            code_challenge_methods_supported: string[];
            authorization_response_iss_parameter_supported: boolean;
        };
        SignInForm: {
            /** @description Token from the form of the page */
            form_token: string;
            email: string;
            password: string;
        };
        SignOutForm: {
            /** @description Token from the form of the page */
            form_token: string;
        };
        StartOfRange: string;
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
            nextProbeAt: string | null;
            /** @description Whether recent responses took 3 s or more. Then requests are sent one at a time, until five fast responses */
            isSlow: boolean;
            /** @description Seconds to wait before the second attempt of a delivery, the third, and so on */
            retrySeconds: number[];
            /** @description Fraction by which each wait varies randomly */
            jitter: number;
        };
        Team: {
            id: number;
            name: string;
            slug: string | null;
            isOrganization: boolean;
            createdAt: string;
        };
        TeamSummary: {
            id: number;
            name: string;
            slug: string | null;
            isOrganization: boolean;
        };
        TokenAnswer: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            expires_in: number;
            refresh_token: string;
            scope: string;
        };
        TokenRequest: {
            client_id?: string;
            client_secret?: string;
            grant_type: string;
            refresh_token?: string;
            scope?: string;
            resource?: string;
            code?: string;
            redirect_uri?: string;
            code_verifier?: string;
        };
        User: {
            id: number;
            username: string | null;
            name: string;
            email: string;
            emailVerified: string | null;
            bio: string | null;
            avatar: string | null;
            timeZone: string;
            weekStart: components["schemas"]["WeekStart"];
            endTime: number;
            bufferTime: number;
            appTheme: string | null;
            theme: string | null;
            defaultScheduleId: number | null;
            locale: string;
            timeFormat: 12 | 24;
            hideBranding: boolean;
            brandColor: string | null;
            darkBrandColor: string | null;
            allowDynamicBooking: boolean;
            createdDate: string;
            verified: boolean;
            invitedTo: number | null;
            role: components["schemas"]["UserRole"];
        };
        UserAvailability: {
            busy: components["schemas"]["BusyTime"][];
            /** @description The time zone of the schedule; the user's if there is no schedule. */
            timeZone: string;
            /** @description Open hours of the range. Busy times are not subtracted. */
            dateRanges: {
                start: string;
                end: string;
            }[];
            workingHours: {
                days: number[];
                /** @description Minute of the day, up to 1440. */
                startTime: number;
                /** @description Minute of the day, up to 1440. */
                endTime: number;
                userId: number;
            }[];
            dateOverrides: {
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
        /** @enum {string} */
        UserRole: "USER" | "ADMIN";
        UserSummary: {
            id: number;
            name: string;
            email: string;
            username: string | null;
            timeZone: string;
            locale: string;
            timeFormat: 12 | 24;
        };
        Webhook: {
            id: string;
            userId: number;
            teamId: number | null;
            eventTypeId: number | null;
            /** @description Client id of the application that set `subscriberUrl`; null if the user set it */
            platformOAuthClientId: string | null;
            /** @description Grant of that application. No events are sent after the grant is revoked or the application is disabled */
            grantId: string | null;
            subscriberUrl: string;
            payloadTemplate: string | null;
            createdAt: string;
            active: boolean;
            disabledReason: string | null;
            eventTriggers: components["schemas"]["WebhookTrigger"][];
            user: components["schemas"]["UserSummary"];
            team: components["schemas"]["TeamSummary"] | null;
            eventType: components["schemas"]["EventTypeSummary"] | null;
            platformOAuthClient: components["schemas"]["AppSummary"] | null;
            app: null;
            appId: string | null;
            secret: string | null;
            platform: boolean;
            scheduledTriggers: unknown[];
            /** @constant */
            payloadVersion: "2021-10-20";
        };
        WebhookCreate: {
            subscriberUrl: string;
            eventTriggers: components["schemas"]["WebhookTrigger"][];
            /** @default true */
            active?: boolean;
            payloadTemplate?: string | null;
            appId?: string | null;
            eventTypeId?: number | null;
            teamId?: number | null;
            platform?: boolean;
            secret?: string | null;
            time?: (number | string) | null;
            timeUnit?: (number | string) | null;
        };
        WebhookDelivery: {
            /** @description Value of the header `webhook-id`; a resend has the same id */
            id: string;
            webhookId: string;
            trigger: components["schemas"]["WebhookTrigger"];
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description Time of the event */
            createdAt: string;
            /** @description Null for a test */
            bookingId: number | null;
            nextAttemptAt: string | null;
            /** @description Whether the delivery waits until the circuit breaker of the webhook closes */
            isWaiting: boolean;
            /** @description Attempts since the delivery was created or resent, without probes */
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
            subscriberUrl?: string;
            eventTriggers?: components["schemas"]["WebhookTrigger"][];
            active?: boolean;
            payloadTemplate?: string | null;
            appId?: string | null;
            eventTypeId?: number | null;
            teamId?: number | null;
            platform?: boolean;
            secret?: string;
        };
        /** @enum {string} */
        WeekStart: "Sunday" | "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
    };
    responses: {
        /** @description Error */
        Problem: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Error */
        OAuthError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"];
            };
        };
    };
    parameters: {
        /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
        IdempotencyKey: string;
        /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
        IfMatch: string;
        /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
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
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "oauth.server-metadata": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerMetadata"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "oauth.resource-metadata": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResourceMetadata"];
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "oauth.introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    client_id?: string;
                    client_secret?: string;
                    token: string;
                    token_type_hint?: string;
                };
                "application/json": {
                    client_id?: string;
                    client_secret?: string;
                    token: string;
                    token_type_hint?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        active: false;
                    } | {
                        /** @constant */
                        active: true;
                        scope: string;
                        client_id: string;
                        sub: string;
                        iss: string;
                        exp: number;
                        /** @constant */
                        token_type?: "Bearer";
                        aud?: string;
                        iat?: number;
                        jti?: string;
                    };
                };
            };
            default: components["responses"]["OAuthError"];
        };
    };
    "oauth.refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RefreshRequest"];
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenAnswer"];
                };
            };
            default: components["responses"]["OAuthError"];
        };
    };
    "oauth.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    client_id?: string;
                    client_secret?: string;
                    token: string;
                    token_type_hint?: string;
                };
                "application/json": {
                    client_id?: string;
                    client_secret?: string;
                    token: string;
                    token_type_hint?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            default: components["responses"]["OAuthError"];
        };
    };
    "oauth.token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                bookingId?: number;
                /** @description Sort order by id, which is the order of creation. */
                order?: components["schemas"]["Order"];
                /** @description Only attendees with one of these email addresses; case-insensitive. */
                email?: string | string[];
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attendees: components["schemas"]["Attendee"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "attendees.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttendeeCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attendee: components["schemas"]["Attendee"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "attendees.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attendee: components["schemas"]["Attendee"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "attendees.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttendeeUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                userId?: number;
                /** @description Only changes of resources of this type. */
                resource?: "user" | "team" | "membership" | "event-type" | "schedule" | "booking" | "webhook" | "api-key" | "grant" | "oauth-client" | "signing-keys" | "privacy";
                /** @description Only changes of the resource with this id; requires `resource`. */
                resourceId?: string;
                /** @description Only changes at or after this time. */
                dateFrom?: components["schemas"]["Instant"];
                /** @description Only changes at or before this time. */
                dateTo?: components["schemas"]["Instant"];
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "availabilities.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilityCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        availability: components["schemas"]["AvailabilityWithOwner"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "availabilities.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "availabilities.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AvailabilityUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                /** @description Another name of `startTime`. */
                start?: components["schemas"]["SearchTime"];
                /** @description Another name of `startTime`. */
                dateFrom?: components["schemas"]["SearchTime"];
                /** @description End of the range. Required. At most 92 days after `startTime`. */
                endTime?: components["schemas"]["SearchTime"];
                /** @description Another name of `endTime`. */
                end?: components["schemas"]["SearchTime"];
                /** @description Another name of `endTime`. */
                dateTo?: components["schemas"]["SearchTime"];
                /** @description The user. */
                username?: string;
                userId?: number;
                teamId?: number;
                eventTypeId?: number;
                /** @description Time zone of `slots`; UTC if not sent. */
                timeZone?: string;
            };
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                bookingId?: number;
                /** @description Sort order by id, which is the order of creation. */
                order?: components["schemas"]["Order"];
                /** @description Only references of this type, such as `zoom_video`. */
                type?: string;
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking_references: components["schemas"]["BookingReference"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "booking-references.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferenceCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking_reference: components["schemas"]["BookingReference"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "booking-references.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking_reference: components["schemas"]["BookingReference"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "booking-references.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReferenceUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                eventTypeId?: number;
                uid?: string;
                /** @description Sort by this field; by id if not sent. */
                sortBy?: "startTime" | "createdAt" | "updatedAt";
                order?: "asc" | "desc";
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        bookings: components["schemas"]["Booking"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        uid: string;
                        idempotencyKey: string | null;
                        user: components["schemas"]["UserSummary"];
                        userId: number;
                        userPrimaryEmail: string;
                        references: {
                            id: number;
                            type: string;
                            uid: string;
                            meetingId: string | null;
                            meetingPassword: string | null;
                            meetingUrl: string | null;
                            thirdPartyRecurringEventId: string | null;
                            externalCalendarId: string | null;
                            credentialId: number | null;
                            deleted: boolean | null;
                            bookingId: number;
                        }[];
                        eventType: components["schemas"]["EventTypeSummary"];
                        eventTypeId: number;
                        title: string;
                        description: string | null;
                        responses: {
                            location: {
                                value: string;
                                optionValue: string;
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        startTime: string;
                        endTime: string;
                        attendees: {
                            id: number;
                            email: string;
                            name: string;
                            timeZone: string;
                            locale: string;
                            noShow: boolean;
                            phoneNumber: string | null;
                            bookingId: number;
                            bookingSeat: components["schemas"]["BookingSeat"] | null;
                        }[];
                        createdAt: string;
                        updatedAt: string;
                        status: components["schemas"]["BookingStatus"];
                        paid: boolean;
                        payment: {
                            id: number;
                            uid: string;
                            appId: string | null;
                            amount: number;
                            fee: number;
                            currency: string;
                            success: boolean;
                            refunded: boolean;
                            externalId: string;
                            paymentOption: components["schemas"]["PaymentOption"] | null;
                            bookingId: number;
                            app: components["schemas"]["PaymentApp"] | null;
                            data: {
                                [key: string]: unknown;
                            } | null;
                        }[];
                        destinationCalendar: null;
                        destinationCalendarId: null;
                        cancellationReason: string | null;
                        rejectionReason: string | null;
                        dynamicEventSlugRef: null;
                        dynamicGroupSlugRef: null;
                        rescheduled: boolean;
                        fromReschedule: string | null;
                        recurringEventId: string | null;
                        smsReminderNumber: string | null;
                        workflowReminders: unknown[];
                        seatsReferences: components["schemas"]["BookingSeat"][];
                        metadata: {
                            [key: string]: unknown;
                        };
                        isRecorded: boolean;
                        iCalUID: string;
                        iCalSequence: number;
                        instantMeetingToken: null;
                        rating: number | null;
                        ratingFeedback: string | null;
                        noShowHost: boolean;
                        scheduledTriggers: unknown[];
                        booking: components["schemas"]["Booking"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BookingUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                cancellationReason?: string;
                cancelledBy?: string;
                allRemainingBookings?: boolean | ("true" | "false");
            };
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    cancellationReason?: string;
                    cancelledBy?: string;
                    allRemainingBookings?: boolean | ("true" | "false");
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                        /** @constant */
                        onlyRemovedAttendee: false;
                        bookingId: number;
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoShow"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking: components["schemas"]["Booking"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "bookings.rating": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rating"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        booking: components["schemas"]["Booking"];
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
                teamId?: number;
                userId?: number;
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_types: components["schemas"]["EventType"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "event-types.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventTypeCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_type: components["schemas"]["EventType"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "event-types.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_type: components["schemas"]["EventType"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "event-types.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventTypeUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        event_type: components["schemas"]["EventType"];
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
                bookingId?: number;
                /** @description Only events at or after this time. */
                dateFrom?: components["schemas"]["Instant"];
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["Event"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "me.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["User"];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "me.grants.list": {
        parameters: {
            query?: {
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        grants: components["schemas"]["AppGrant"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "me.grants.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        grant: components["schemas"]["AppGrant"];
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
                userId?: number;
                teamId?: number;
                /** @description Only `team`, which is always included. */
                include?: string;
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        memberships: components["schemas"]["Membership"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "memberships.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["Membership"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "memberships.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description `{userId}_{teamId}` */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description `{userId}_{teamId}` */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        membership: components["schemas"]["Membership"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "memberships.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description `{userId}_{teamId}` */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MembershipUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                bookingId?: number;
                /** @description Sort order by id, which is the order of creation. */
                order?: components["schemas"]["Order"];
                /** @description Only payments that succeeded (`true`) or did not (`false`). */
                success?: "true" | "false";
                /** @description Only payments that were refunded (`true`) or were not (`false`). */
                refunded?: "true" | "false";
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        payments: components["schemas"]["Payment"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "payments.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                userId?: number;
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schedules: components["schemas"]["Schedule"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "schedules.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        schedule: components["schemas"]["Schedule"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "schedules.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "schedules.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                /** @description Another name of `startTime`. */
                start?: components["schemas"]["SearchTime"];
                /** @description Another name of `startTime`. */
                dateFrom?: components["schemas"]["SearchTime"];
                /** @description End of the range. Required. At most 92 days after `startTime`. */
                endTime?: components["schemas"]["SearchTime"];
                /** @description Another name of `endTime`. */
                end?: components["schemas"]["SearchTime"];
                /** @description Another name of `endTime`. */
                dateTo?: components["schemas"]["SearchTime"];
                eventTypeId?: number;
                /** @description The username of the host. */
                usernameList?: string | string[];
                /** @description Another name of `usernameList`. */
                "usernameList[]"?: string | string[];
                /** @description Another name of `usernameList`. */
                username?: string | string[];
                /** @description The slug of one of the host's event types. */
                eventTypeSlug?: string;
                /** @description Time zone in which slots start at round times and are returned. UTC if not sent. */
                timeZone?: string;
                /** @description Another name of `timeZone`. */
                timezone?: string;
                /** @description Minutes; one of the event type's lengths. */
                duration?: string;
                /** @description `uid` of a booking to reschedule. Its own time counts as free. */
                rescheduleUid?: string;
                /** @description `uid` of a reservation. Its time counts as free. */
                reservationUid?: string;
            };
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
    "reservations.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReservationCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reservation: components["schemas"]["Reservation"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "reservations.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: components["schemas"]["Team"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "teams.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                /** @description Another name of `startTime`. */
                start?: components["schemas"]["SearchTime"];
                /** @description Another name of `startTime`. */
                dateFrom?: components["schemas"]["SearchTime"];
                /** @description End of the range. Required. At most 92 days after `startTime`. */
                endTime?: components["schemas"]["SearchTime"];
                /** @description Another name of `endTime`. */
                end?: components["schemas"]["SearchTime"];
                /** @description Another name of `endTime`. */
                dateTo?: components["schemas"]["SearchTime"];
            };
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
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
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["User"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "users.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id or username of the user; `me` for the caller. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                /** @description Another name of `startTime`. */
                start?: components["schemas"]["SearchTime"];
                /** @description Another name of `startTime`. */
                dateFrom?: components["schemas"]["SearchTime"];
                /** @description End of the range. Required. At most 92 days after `startTime`. */
                endTime?: components["schemas"]["SearchTime"];
                /** @description Another name of `endTime`. */
                end?: components["schemas"]["SearchTime"];
                /** @description Another name of `endTime`. */
                dateTo?: components["schemas"]["SearchTime"];
                eventTypeId?: number;
                /** @description Time zone of `slots`; UTC if not sent. */
                timeZone?: string;
            };
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Id or username of the user; `me` for the caller. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
                take?: number;
                page?: number;
                /** @description Alternative to `page` for long lists. Send it empty first, then follow the Link header. */
                cursor?: string;
                /** @description `true` adds the header `X-Total-Count` and the link `last`. Counting a long list takes longer than reading a page. */
                count?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.deliveries.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Returns 304 without a body if the entity tag matches (RFC 9110 §13.1.2). */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRecovery"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                        message: string;
                    };
                };
            };
            default: components["responses"]["Problem"];
        };
    };
    "webhooks.rotate-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Changes the resource only if its entity tag matches; otherwise fails with 412 (RFC 9110 §13.1.1). */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                id: string;
            };
            cookie?: never;
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
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
            header?: {
                /** @description Makes the request safe to retry. For 24 hours, the same key with the same request returns the first response and changes nothing. The same key with a different request fails with 422. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
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
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "BOOKING_CREATED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"];
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.BOOKING_REQUESTED": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "BOOKING_REQUESTED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"];
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.BOOKING_RESCHEDULED": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "BOOKING_RESCHEDULED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"] & {
                        /** @description Id of the original booking */
                        rescheduleId: number | null;
                        rescheduleUid: string | null;
                        rescheduleStartTime: string | null;
                        rescheduleEndTime: string | null;
                        rescheduledBy: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.BOOKING_CANCELLED": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "BOOKING_CANCELLED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"] & {
                        cancellationReason: string | null;
                        cancelledBy: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.BOOKING_REJECTED": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "BOOKING_REJECTED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"] & {
                        rejectionReason: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.BOOKING_PAID": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "BOOKING_PAID";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"] & {
                        paymentId: number | null;
                        paymentData: components["schemas"]["PaymentSummary"] | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.BOOKING_PAYMENT_INITIATED": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "BOOKING_PAYMENT_INITIATED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"] & {
                        paymentId: number | null;
                        paymentData: components["schemas"]["PaymentSummary"] | null;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.BOOKING_NO_SHOW_UPDATED": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "BOOKING_NO_SHOW_UPDATED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"] & {
                        message: string;
                        bookingUid: string;
                    };
                };
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.MEETING_STARTED": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "MEETING_STARTED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"];
                } & components["schemas"]["BookingEvent"];
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "webhooks.MEETING_ENDED": {
        parameters: {
            query?: never;
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
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    triggerEvent: "MEETING_ENDED";
                    /** Format: date-time */
                    createdAt: string;
                    payload: components["schemas"]["BookingEvent"];
                } & components["schemas"]["BookingEvent"];
            };
        };
        responses: {
            /** @description Gone. The webhook is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Delivered. Any other response is retried later */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
