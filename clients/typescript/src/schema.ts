// Made by npm run client from what debrief openapi prints; do not edit.
export interface paths {
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the organization
         * @description All that the key may read, as lines of JSON from one moment: first the cursors to go on from, then every object with its `type`, then how many there were of each. What has no last line is not whole. One at a time for an organization.
         */
        get: operations["exportOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clients, or look one up
         * @description Newest first. With `crmEntityId` or `email` it is a look-up, whose list has one client or none; `limit` and `cursor` are then not looked at. `crmEntityId` wins over `email`.
         */
        get: operations["listClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a client */
        get: operations["getClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dialer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a finished call
         * @description A call is known by `call_id`: sent again, it changes the recording and never makes a second one, and a recording that is processed is not changed. With `event_id` it is matched to that appointment; without, to the nearest one of the user around `started_at`.
         */
        post: operations["pushCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dialer/{dialerToken}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a finished call of a phone system that can only be given a URL
         * @description A call is known by `call_id`: sent again, it changes the recording and never makes a second one, and a recording that is processed is not changed. With `event_id` it is matched to that appointment; without, to the nearest one of the user around `started_at`.
         */
        post: operations["pushCallByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dialer/{dialerToken}/{adapter}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a finished call as a phone system's own webhook tells of it
         * @description `adapter` is one of `aircall`, `callrail`, `dialpad`, `ringcentral`, `twilio`: the body is what that phone system sends, signed by it where the organization has set its secret. What tells of no finished and recorded call is not taken: `recording` is null then, and `message` says why.
         */
        post: operations["pushCallOfDialer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What webhooks are told, in the order in which it happened, whether or not there is a webhook, for 30 days. Pass `syncCursor` as `startAfter` at any later time, and nothing is missed.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hear of events as they happen
         * @description Server-Sent Events. `event` is the name, `id` a cursor of `/v1/events`, `data` is JSON: `headers`, by which Standard Webhooks verify, signed with the organization's signing secret, and `body`, the exact text that webhooks get. What is redelivered comes again, without an `id`. The stream ends with its key, and an organization has ten at most. `debrief listen` posts it on to a receiver.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recordings
         * @description Recordings that are processed, newest first. With `search` they are those that have its words, by relevance. With `updatedSince` or `processedSince` they come in the order of that time, the earliest first, with a `syncCursor` to go on from at any later time.
         */
        get: operations["listRecordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a recording
         * @description One that is processed, with all that was found in it.
         */
        get: operations["getRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings/{id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audio or video of a recording
         * @description The file that was uploaded, whole or the range of bytes that is asked for. 404 where nothing is kept of the recording, and where its audio is elsewhere: `recording_url` says where, to whoever sent it.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what was said in a recording
         * @description Empty until the recording is processed.
         */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/recordings/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a recorded call
         * @description A call with its audio or video, as `multipart/form-data` with the file in the part `file`, or as the file alone with the rest in the query; objects and lists are JSON text in either. The file's type is told by its content: what is neither audio nor video of a known format is 415. It is kept, and read again at `/v1/recordings/{id}/media`. Sent again with the same `call_id`, it takes the place of the file before; a recording that is processed is not changed.
         */
        post: operations["uploadCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scheduled-tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List appointments
         * @description By `startTime`, the earliest first, then by id.
         */
        get: operations["listAppointments"];
        put?: never;
        /**
         * Create or change an appointment
         * @description An appointment is known by `event_id`, the id that your system has for it: the first push creates it, and every later one changes the fields that it sends and keeps the others. `customer` is merged field by field. Its `id` groups calls of one customer: the client with this `crmEntityId` is created where there is none.
         */
        post: operations["pushAppointment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scheduled-tasks/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an appointment */
        get: operations["getAppointment"];
        /**
         * Change an appointment
         * @description Only the fields that are sent change; `null` clears an optional one.
         */
        put: operations["changeAppointment"];
        post?: never;
        /**
         * Delete an appointment
         * @description The recording that it is matched to stays.
         */
        delete: operations["deleteAppointment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Add up recordings by user or by team
         * @description Of the processed recordings that were created in the range. Every active user, or every team, has an entry, be it of zeros. An e-mail that nobody has is told in `errors` and fails nothing.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List teams with their members */
        get: operations["listTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List active users */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook
         * @description Sends a `recording.processed` made of the recording given to the URL, signed as a real one and marked by the header `webhook-test: true`, and answers when the attempt has ended, however it ended.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "client.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recording is complete whose client a rep created. It is sent instead of recording.processed. */
        post: operations["client.created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recording.integration_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recording was synced to a CRM. */
        post: operations["recording.integration_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recording.processed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The analysis of a recording is complete, for the first time. */
        post: operations["recording.processed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ActionItem: {
            /** @description Who does it; null where the call does not mention it. */
            assignee: string | null;
            /** @description Whether the task is done. */
            completed: boolean;
            /** @description explicit: agreed in the call. client: for the client to do. */
            kind: components["schemas"]["ActionItemKind"];
            /** @description The task. */
            text: string;
        };
        /** @enum {string} */
        ActionItemKind: "explicit" | "client";
        Appointment: {
            /** @description The customer as sent; null where none was sent. */
            client: components["schemas"]["Customer"] | null;
            /** Format: date-time */
            createdAt: string;
            /** @description Same as customer.email. */
            customerEmail: string | null;
            /** @description Same as customer.name. */
            customerName: string | null;
            /** Format: date-time */
            endTime: string | null;
            /** @description The appointment's id in the organization's own system. */
            event_id: string;
            id: string;
            /** @description matched: a recording is matched. Otherwise pending until scheduledAt, and missed after it. A later recording can still match. */
            matchStatus: components["schemas"]["MatchStatus"];
            /** @description The metadata as sent. */
            metadata: Record<string, never>;
            /** @description The id of the matched recording. */
            recordingId: string | null;
            /**
             * Format: date-time
             * @description When an appointment without a recording counts as missed: 15 minutes after its start.
             */
            scheduledAt: string;
            /** Format: date-time */
            startTime: string;
            /** @description Always scheduled. */
            status: string;
            /** @description The subject of the appointment. */
            title: string | null;
            /** Format: date-time */
            updatedAt: string;
            /** @description The rep's e-mail address. */
            user_email: string;
        };
        Call: {
            /**
             * Format: date-time
             * @description When the server received the call.
             */
            createdAt: string;
            /** @description The event id of the matched appointment. */
            eventId: string | null;
            id: string;
            /** @description The name from the analysis, else from the dialer. */
            name: string;
            status: components["schemas"]["RecordingStatus"];
        };
        Client: {
            address: string | null;
            /** Format: date-time */
            createdAt: string;
            /** @description The client's id in the organization's CRM, unique in the organization. */
            crmEntityId: string | null;
            /** @description Several clients may share an address. */
            email: string | null;
            id: string;
            /** @description Facts about the client, under names that the organization chose. */
            insights: Record<string, never>;
            /**
             * Format: date-time
             * @description When insights last changed.
             */
            insightsUpdatedAt: string | null;
            name: string | null;
            notes: string | null;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description The customer as the integrator sent it. */
        Customer: {
            email: string | null;
            /** @description The customer's id in the organization's CRM: the client's crmEntityId. */
            id: string | null;
            /** @description The customer's address. */
            location: string | null;
            name: string | null;
        };
        CustomerInput: {
            email?: string | null;
            /** @description The client's crmEntityId. Calls with the same id share a client. */
            id?: string | null;
            /** @description The customer's address. It fills an empty address of the client. */
            location?: string | null;
            name?: string | null;
        };
        /** @description An erased recording. */
        DeletedRecording: {
            /** Format: date-time */
            deletedAt: string;
            id: string;
        };
        /** @description An event that webhooks receive. */
        Event: {
            /** Format: date-time */
            createdAt: string;
            /** @description The name, as in Webhook.events. */
            event: string;
            id: string;
            /** @description The exact body that webhooks receive, as text; null once its recording or, by retention, the payload is erased. */
            payload: string | null;
            recordingId: string | null;
        };
        /** @enum {string} */
        MatchStatus: "pending" | "matched" | "missed";
        ProcessQuestionStat: {
            /**
             * Format: double
             * @description 100 × yesCount ÷ totalCount.
             */
            percentage: number;
            question: string;
            questionId: string;
            /**
             * Format: double
             * @description Recordings analysed with this question.
             */
            totalCount: number;
            /**
             * Format: double
             * @description Recordings with the answer yes.
             */
            yesCount: number;
        };
        Recording: {
            /** @description Tasks from the call; null where the analysis did not look for any. */
            actionItems: components["schemas"]["ActionItem"][] | null;
            /** @description The id of the client on the call; null if unknown. */
            clientId: string | null;
            /** @description Feedback for the rep, in Markdown. */
            coaching: string | null;
            /**
             * Format: date-time
             * @description When the server received the call.
             */
            createdAt: string;
            /** @description Custom fields of the dialer and the analysis. */
            customFields: Record<string, never>;
            /**
             * Format: int32
             * @description Milliseconds.
             */
            duration: number;
            /** @description The event id of the matched appointment. */
            eventId: string | null;
            id: string;
            /** @description The name from the analysis, else from the dialer. */
            name: string;
            /** @description Notes of the call; empty where the analysis wrote none. */
            notes: string;
            organizationId: string;
            /**
             * Format: date-time
             * @description When the first analysis completed; null until then.
             */
            processedAt: string;
            /** @description The URL of the recording in the console. */
            recording: string;
            /** @description The kind of system that recorded the call. */
            source: components["schemas"]["RecordingSource"];
            /**
             * Format: date-time
             * @description When the call began.
             */
            startedAt: string;
            status: components["schemas"]["RecordingStatus"];
            /** @description A short summary of the call; empty where the analysis wrote none. */
            summary: string;
            tags: string[];
            /** Format: date-time */
            updatedAt: string;
            /** @description The rep's e-mail address. */
            userEmail: string;
        };
        RecordingItem: {
            /** @description Tasks from the call; null where the analysis did not look for any. */
            actionItems?: components["schemas"]["ActionItem"][] | null;
            /** @description The id of the client on the call; null if unknown. */
            clientId?: string | null;
            /** @description Feedback for the rep, in Markdown. */
            coaching?: string | null;
            /**
             * Format: date-time
             * @description When the server received the call.
             */
            createdAt: string;
            /** @description Custom fields of the dialer and the analysis. */
            customFields?: Record<string, never>;
            /**
             * Format: int32
             * @description Milliseconds.
             */
            duration: number;
            /** @description The event id of the matched appointment. */
            eventId?: string | null;
            id: string;
            /** @description The places where a search found its words; null without a search. */
            matches?: components["schemas"]["SearchMatch"][];
            /** @description The name from the analysis, else from the dialer. */
            name: string;
            /** @description Notes of the call; empty where the analysis wrote none. */
            notes?: string;
            organizationId?: string;
            /**
             * Format: date-time
             * @description When the first analysis completed; null until then.
             */
            processedAt?: string;
            /** @description The URL of the recording in the console. */
            recording: string;
            /** @description The kind of system that recorded the call. */
            source?: components["schemas"]["RecordingSource"];
            /**
             * Format: date-time
             * @description When the call began.
             */
            startedAt?: string;
            status: components["schemas"]["RecordingStatus"];
            /** @description A short summary of the call; empty where the analysis wrote none. */
            summary: string;
            tags?: string[];
            /** @description Empty until the recording is processed. */
            transcript?: components["schemas"]["Utterance"][];
            /** Format: date-time */
            updatedAt?: string;
            /** @description The rep's e-mail address. */
            userEmail?: string;
        };
        /** @enum {string} */
        RecordingOrder: "relevance" | "newest";
        /** @enum {string} */
        RecordingSource: "mobile" | "dialer" | "meeting" | "upload";
        /** @enum {string} */
        RecordingStatus: "received" | "processing" | "processed" | "failed";
        /** @enum {string} */
        SearchedField: "name" | "summary" | "notes" | "transcript";
        /** @description A place in a recording where a search found its words. */
        SearchMatch: {
            field: components["schemas"]["SearchedField"];
            /** @description Joined, the parts are an excerpt of the text, unescaped: treat it as data. */
            snippet: components["schemas"]["SnippetPart"][];
            /**
             * Format: int32
             * @description In a transcript: the start of the utterance, in milliseconds from the start of the recording.
             */
            start: number | null;
        };
        SnippetPart: {
            /** @description Whether the search found this part. */
            hit: boolean;
            text: string;
        };
        /** @enum {string} */
        SpeakerRole: "rep" | "client" | "other";
        StatEntry: {
            /**
             * Format: double
             * @description Changes of speaker.
             */
            avgConversationSwitches: number;
            /**
             * Format: double
             * @description The percentage of template questions answered yes, over recordings with a process.
             */
            avgProcessScore: number;
            /**
             * Format: double
             * @description Questions that the rep asked.
             */
            avgQuestionsAsked: number;
            /**
             * Format: double
             * @description Milliseconds.
             */
            avgRecordingDuration: number;
            /**
             * Format: double
             * @description The average duration of a review in milliseconds.
             */
            avgReviewMs: number;
            /**
             * Format: double
             * @description Changes of speaker per minute.
             */
            avgSwitchesPerMinute: number;
            /**
             * Format: double
             * @description The rep's share of all talk time, from 0 to 1.
             */
            avgTalkRatio: number;
            /**
             * Format: double
             * @description The rep's words per minute of talk.
             */
            avgTalkSpeed: number;
            /**
             * Format: double
             * @description The rep's talk time in milliseconds.
             */
            avgTalkTime: number;
            /**
             * Format: double
             * @description The rep's average pause before an answer, in milliseconds.
             */
            avgWaitedToTalkAvg: number;
            /** @description The user's e-mail; null for a team. */
            email: string | null;
            /** @description The name of the user or team. */
            name: string;
            /** @description How often each template question was answered yes. */
            processQuestionBreakdown: components["schemas"]["ProcessQuestionStat"][];
            /** @description The number of recordings per tag. */
            recordingsByTag: {
                [key: string]: number;
            };
            /**
             * Format: double
             * @description Recordings with a closed deal.
             */
            recordingsClosed: number;
            /**
             * Format: double
             * @description Recordings with at least one action item.
             */
            recordingsWithActions: number;
            /**
             * Format: double
             * @description Recordings with coaching.
             */
            recordingsWithCoaching: number;
            /**
             * Format: double
             * @description Recordings analysed with a template.
             */
            recordingsWithProcess: number;
            /**
             * Format: double
             * @description Recordings with at least one review.
             */
            reviewedCount: number;
            /** @description The team's id; null for a user. */
            teamId?: string;
            /** @description The sums behind the averages. Clients add them to combine groups exactly. */
            total: {
                conversationSwitches: number;
                processScore: number;
                questionsAsked: number;
                recordingDuration: number;
                switchesPerMinute: number;
                talkRatio: number;
                talkSpeed: number;
                talkTime: number;
                waitedToTalkAvg: number;
            };
            /**
             * Format: double
             * @description All action items.
             */
            totalActionItems: number;
            /**
             * Format: double
             * @description Processed recordings.
             */
            totalRecordings: number;
            /**
             * Format: double
             * @description The duration of all reviews in milliseconds.
             */
            totalReviewMs: number;
            /**
             * Format: double
             * @description All reviews.
             */
            totalReviews: number;
        };
        StatsError: {
            /** @description email_not_found: no user has this e-mail. */
            type: string;
            /** @description The value as sent. */
            value: string;
        };
        /** @enum {string} */
        StatsGroup: "user" | "team";
        Team: {
            id: string;
            /** @description In the order of the last upsertTeam. */
            members: components["schemas"]["TeamMember"][];
            name: string;
        };
        TeamMember: {
            email: string;
            name: string;
            /** @description The role in this team. */
            role: string;
        };
        TestDelivery: {
            delivered: boolean;
            /**
             * Format: int32
             * @description How long the attempt took, in milliseconds.
             */
            durationMs: number | null;
            /** @description Why the delivery failed; null if it was delivered. */
            error: string | null;
            /**
             * Format: int32
             * @description The HTTP status of the response; null without a response.
             */
            status: number | null;
        };
        User: {
            /**
             * Format: date-time
             * @description When the user was last seen.
             */
            accessedAt: string | null;
            /** Format: date-time */
            createdAt: string;
            email: string;
            /** @description The last action the user ran with the coach assistant. */
            lastCoachAssistantAction: string | null;
            /**
             * Format: date-time
             * @description When the user last ran the coach assistant.
             */
            lastCoachAssistantAt: string | null;
            /** @description The last action the user ran with the process AI. */
            lastProcessAIAction: string | null;
            /**
             * Format: date-time
             * @description When the user last ran the process AI.
             */
            lastProcessAIAt: string | null;
            /**
             * Format: date-time
             * @description When the user's latest call began.
             */
            lastRecordedAt: string | null;
            name: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description start and end: milliseconds from the start of the recording. */
        Utterance: {
            /**
             * Format: int32
             * @description Milliseconds from the start of the recording, not before start.
             */
            end: number;
            /** @description The rep's or the client's name if known, else the name that was sent. */
            speaker: string;
            /**
             * Format: int32
             * @description Milliseconds from the start of the recording.
             */
            start: number;
            /** @description The spoken words. */
            text: string;
        };
        UtteranceInput: {
            /**
             * Format: int32
             * @description Milliseconds from the start of the recording, not before start.
             */
            end: number;
            /**
             * @description The speaker's side of the call.
             * @default other
             */
            role: components["schemas"]["SpeakerRole"] | null;
            /** @description The speaker's name. */
            speaker: string;
            /**
             * Format: int32
             * @description Milliseconds from the start of the recording.
             */
            start: number;
            /** @description The spoken words. */
            text: string;
        };
        /** @description events: recording.processed, recording.integration_updated, client.created; empty means recording.processed only. trigger: all, or a RecordingSource. */
        Webhook: {
            /** @description Whether it receives events. */
            active: boolean;
            /** @description The events it receives; empty means recording.processed only. */
            events: ("recording.processed" | "recording.integration_updated" | "client.created")[];
            id: string;
            /**
             * @description The source of the recordings whose recording.processed it receives.
             * @enum {string}
             */
            trigger: "all" | "mobile" | "dialer" | "meeting" | "upload";
            url: string;
        };
    };
    responses: {
        /** @description A defect of the server. Its log contains the request id. */
        Internal: {
            headers: {
                ratelimit: components["headers"]["RateLimit"];
                "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description A stable code for programs.
                     * @enum {string}
                     */
                    code: "INTERNAL";
                    /** @description An explanation for people. */
                    message: string;
                };
            };
        };
        /** @description The organization has no object with this id. */
        NotFound: {
            headers: {
                ratelimit: components["headers"]["RateLimit"];
                "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description A stable code for programs.
                     * @enum {string}
                     */
                    code: "NOT_FOUND";
                    /** @description An explanation for people. */
                    message: string;
                };
            };
        };
        /** @description The body exceeds the limit. */
        PayloadTooLarge: {
            headers: {
                ratelimit: components["headers"]["RateLimit"];
                "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description A stable code for programs.
                     * @enum {string}
                     */
                    code: "PAYLOAD_TOO_LARGE";
                    /** @description An explanation for people. */
                    message: string;
                };
            };
        };
        /** @description Too many requests. */
        RateLimited: {
            headers: {
                ratelimit: components["headers"]["RateLimit"];
                "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                "retry-after": components["headers"]["RetryAfter"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description A stable code for programs.
                     * @enum {string}
                     */
                    code: "RATE_LIMITED";
                    /** @description An explanation for people. */
                    message: string;
                };
            };
        };
        /** @description The body arrived too late. */
        RequestTimeout: {
            headers: {
                ratelimit: components["headers"]["RateLimit"];
                "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description A stable code for programs.
                     * @enum {string}
                     */
                    code: "INVALID_FIELD";
                    /** @description An explanation for people. */
                    message: string;
                };
            };
        };
        /** @description The key is missing or wrong. */
        Unauthorized: {
            headers: {
                ratelimit: components["headers"]["RateLimit"];
                "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description An explanation for people. */
                    message: string;
                };
            };
        };
        /** @description The server cannot do this now; try again. */
        Unavailable: {
            headers: {
                ratelimit: components["headers"]["RateLimit"];
                "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description A stable code for programs.
                     * @enum {string}
                     */
                    code: "UNAVAILABLE";
                    /** @description An explanation for people. */
                    message: string;
                };
            };
        };
        /** @description The body is not `application/json` in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                ratelimit: components["headers"]["RateLimit"];
                "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /**
                     * @description A stable code for programs.
                     * @enum {string}
                     */
                    code: "UNSUPPORTED_MEDIA_TYPE";
                    /** @description An explanation for people. */
                    message: string;
                };
            };
        };
    };
    parameters: {
        /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
        IfNoneMatch: string;
        /** @description An id to know the request by in the server's log. One of another form is not used. */
        RequestId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Always `private, no-cache`: keep it, and ask again before using it. */
        CacheControl: string;
        /** @description The tag of this answer, for `If-None-Match`. */
        ETag: string;
        /** @description Where the server limits requests: how many are left (`r`) for how many seconds (`t`). */
        RateLimit: string;
        /** @description Where the server limits requests: how many (`q`) each credential may make in how many seconds (`w`). */
        RateLimitPolicy: string;
        /** @description The id of the request, also in the server's log: the caller's own, or a new one. */
        RequestId: string;
        /** @description In how many seconds to try again. */
        RetryAfter: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    exportOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lines. */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description The client with this CRM id. */
                crmEntityId?: string;
                /** @description The nextCursor of the previous page. */
                cursor?: string;
                /** @description The newest client with exactly this address, case-sensitive. */
                email?: string;
                /**
                 * @description The page size, from 1 to 100.
                 * @example 2
                 */
                limit?: number;
                /** @description The same as `cursor`. */
                startAfter?: string;
            };
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clients": [
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-00000000034e",
                     *           "name": "Owen Tully",
                     *           "email": "owen.tully@mail.example",
                     *           "crmEntityId": null,
                     *           "address": null,
                     *           "insights": {},
                     *           "insightsUpdatedAt": null,
                     *           "notes": "Walked in.",
                     *           "createdAt": "2026-03-03T15:00:00.000Z",
                     *           "updatedAt": "2026-03-03T15:00:00.000Z"
                     *         },
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-000000000341",
                     *           "name": "Ines Marlowe",
                     *           "email": "ines.marlowe@mail.example",
                     *           "crmEntityId": "CRM-20031",
                     *           "address": "14 Quarry Lane, Ashford",
                     *           "insights": {},
                     *           "insightsUpdatedAt": null,
                     *           "notes": null,
                     *           "createdAt": "2026-03-03T15:00:00.000Z",
                     *           "updatedAt": "2026-03-03T15:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": "MTc3MjU1MDAwMDAwMC4wMTljYjNkNi1hMjgwLTcwMDAtODAwMC0wMDAwMDAwMDAzNDEudVNoSUFzSHU",
                     *       "hasMore": true
                     *     }
                     */
                    "application/json": {
                        clients: components["schemas"]["Client"][];
                        hasMore: boolean;
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD" | "INVALID_CURSOR";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The client's own id.
                 * @example 019cb3d6-a280-7000-8000-00000000034e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client": {
                     *         "id": "019cb3d6-a280-7000-8000-00000000034e",
                     *         "name": "Owen Tully",
                     *         "email": "owen.tully@mail.example",
                     *         "crmEntityId": null,
                     *         "address": null,
                     *         "insights": {},
                     *         "insightsUpdatedAt": null,
                     *         "notes": "Walked in.",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "updatedAt": "2026-03-03T15:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        client: components["schemas"]["Client"];
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 10 MiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "call_id": "call-90001",
                 *       "user_email": "priya.raman@larkspur.example",
                 *       "started_at": "2026-03-03T14:03:00.000Z",
                 *       "event_id": "JOB-9001-1",
                 *       "custom_fields": {
                 *         "campaign": "spring"
                 *       },
                 *       "transcript": [
                 *         {
                 *           "speaker": "Priya",
                 *           "role": "rep",
                 *           "text": "How old is the roof?",
                 *           "start": 0,
                 *           "end": 1800
                 *         },
                 *         {
                 *           "speaker": "Ines",
                 *           "role": "client",
                 *           "text": "About twenty years.",
                 *           "start": 2400,
                 *           "end": 4100
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The dialer's id of the call. A repeated id updates the call and never duplicates it. */
                    call_id: string;
                    /** @description Sent along with the recording's events. */
                    custom_fields?: Record<string, never> | null;
                    /** @description The customer on the call. */
                    customer?: components["schemas"]["CustomerInput"] | null;
                    /**
                     * Format: int32
                     * @description Milliseconds. Default: the end of the transcript's last utterance.
                     */
                    duration_ms?: number | null;
                    /** @description The event id of the call's appointment. */
                    event_id?: string | null;
                    /** @description Default: a name built from the customer or the time. */
                    name?: string | null;
                    /** @description The URL of the audio. */
                    recording_url?: string | null;
                    /**
                     * Format: date-time
                     * @description When the call began. ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only.
                     */
                    started_at: string;
                    /** @description The whole transcript, in any order. */
                    transcript?: components["schemas"]["UtteranceInput"][] | null;
                    /** @description The e-mail address of the rep, an active member of the organization, in any case. */
                    user_email: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording": {
                     *         "id": "019cb3d6-a280-7000-8000-000000000344",
                     *         "name": "Call of 2026-03-03 14:03 UTC",
                     *         "status": "received",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "eventId": "JOB-9001-1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        recording: components["schemas"]["Call"];
                    };
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "MISSING_REQUIRED_FIELD" | "INVALID_FIELD" | "INVALID_JSON" | "USER_NOT_FOUND";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushCallByToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /** @description The token at the end of the organization's `dialerUrl`: the credential. */
                dialerToken: string;
            };
            cookie?: never;
        };
        /** @description At most 10 MiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "call_id": "call-90001",
                 *       "user_email": "priya.raman@larkspur.example",
                 *       "started_at": "2026-03-03T14:03:00.000Z",
                 *       "event_id": "JOB-9001-1",
                 *       "custom_fields": {
                 *         "campaign": "spring"
                 *       },
                 *       "transcript": [
                 *         {
                 *           "speaker": "Priya",
                 *           "role": "rep",
                 *           "text": "How old is the roof?",
                 *           "start": 0,
                 *           "end": 1800
                 *         },
                 *         {
                 *           "speaker": "Ines",
                 *           "role": "client",
                 *           "text": "About twenty years.",
                 *           "start": 2400,
                 *           "end": 4100
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The dialer's id of the call. A repeated id updates the call and never duplicates it. */
                    call_id: string;
                    /** @description Sent along with the recording's events. */
                    custom_fields?: Record<string, never> | null;
                    /** @description The customer on the call. */
                    customer?: components["schemas"]["CustomerInput"] | null;
                    /**
                     * Format: int32
                     * @description Milliseconds. Default: the end of the transcript's last utterance.
                     */
                    duration_ms?: number | null;
                    /** @description The event id of the call's appointment. */
                    event_id?: string | null;
                    /** @description Default: a name built from the customer or the time. */
                    name?: string | null;
                    /** @description The URL of the audio. */
                    recording_url?: string | null;
                    /**
                     * Format: date-time
                     * @description When the call began. ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only.
                     */
                    started_at: string;
                    /** @description The whole transcript, in any order. */
                    transcript?: components["schemas"]["UtteranceInput"][] | null;
                    /** @description The e-mail address of the rep, an active member of the organization, in any case. */
                    user_email: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording": {
                     *         "id": "019cb3d6-a280-7000-8000-000000000344",
                     *         "name": "Call of 2026-03-03 14:03 UTC",
                     *         "status": "received",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "eventId": "JOB-9001-1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        recording: components["schemas"]["Call"];
                    };
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "MISSING_REQUIRED_FIELD" | "INVALID_FIELD" | "INVALID_JSON" | "USER_NOT_FOUND";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushCallOfDialer: {
        parameters: {
            query?: {
                /** @description The user's email, for a payload without one. */
                user_email?: string;
            };
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The adapter's name, as in `dialers`.
                 * @example aircall
                 */
                adapter: string;
                /** @description The token at the end of the organization's `dialerUrl`: the credential. */
                dialerToken: string;
            };
            cookie?: never;
        };
        /** @description At most 10 MiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "resource": "call",
                 *       "event": "call.ended",
                 *       "timestamp": 1772546700,
                 *       "token": "45XXYYZZa08",
                 *       "data": {
                 *         "id": 90003,
                 *         "direction": "outbound",
                 *         "started_at": 1772546400,
                 *         "ended_at": 1772546640,
                 *         "duration": 240,
                 *         "recording": "https://recordings.example/90003.mp3",
                 *         "raw_digits": "+1 800-123-4567",
                 *         "user": {
                 *           "id": 456,
                 *           "email": "priya.raman@larkspur.example"
                 *         },
                 *         "contact": {
                 *           "id": 1,
                 *           "first_name": "Ines",
                 *           "last_name": "Marlowe",
                 *           "emails": []
                 *         }
                 *       }
                 *     }
                 */
                "application/json": Record<string, never>;
                "application/x-www-form-urlencoded": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording": {
                     *         "id": "019cb3d6-a280-7000-8000-000000000367",
                     *         "name": "Call with Ines Marlowe",
                     *         "status": "received",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "eventId": null
                     *       },
                     *       "message": "Taken"
                     *     }
                     */
                    "application/json": {
                        /** @description Taken, or why the event was ignored or changed nothing. */
                        message: string;
                        /** @description Null for an ignored event. */
                        recording: components["schemas"]["Call"] | null;
                    };
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "MISSING_REQUIRED_FIELD" | "INVALID_FIELD" | "INVALID_JSON" | "USER_NOT_FOUND";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                event?: string;
                /** @example 1 */
                limit?: number;
                /** @description A DateTime, or a day YYYY-MM-DD: its first instant in UTC. */
                since?: string;
                startAfter?: string;
                /** @description The same as `event`. */
                type?: string;
            };
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-000000000032",
                     *           "event": "recording.processed",
                     *           "createdAt": "2026-01-02T22:06:45.064Z",
                     *           "recordingId": "019cb3d6-a280-7000-8000-000000000031",
                     *           "payload": "{\"event\":\"recording.processed\",\"data\":{\"job\":\"JOB-2030\",\"stage\":\"inquiry\",\"leadSource\":\"online search\",\"id\":\"019cb3d6-a280-7000-8000-000000000031\",\"name\":\"First call: window replacement, Frank Harris\",\"actionItems\":\"Action items from meeting\\n- Look up the permit rules of Ashford\\n- Tell the specialist about a draft in the living room\\n\\nClient action items\\n- Look for the old invoice\\n- Make sure that Linda is at home on Tuesday at 5 PM\",\"notes\":\"Home: 762 Maple Drive, Ashford; 14 years in the house; windows about 28 years old\\nNeed: a draft in the living room\\nResult: They agreed to talk again on Tuesday at 5 PM.\",\"meetingUrl\":\"https://debrief.example.com/recordings/019cb3d6-a280-7000-8000-000000000031\",\"process\":\"Q: Did the rep name the company?\\nA: \\\"Thank you for calling Larkspur Home Exteriors, this is Luis. How can I help?\\\"\\n\\nQ: Did the rep ask what is going on before offering anything?\\nA: \\\"Tell me, what made you reach out now?\\\"\\n\\nQ: Did the rep find out who decides?\\nA: No\\n\\nQ: Did the rep agree on a next step with a date?\\nA: \\\"I have you down for Tuesday at 5 PM, at 762 Maple Drive. Did I get that right?\\\"\\n\\nQ: Did the rep confirm the e-mail address?\\nA: No\\n\\n3 of 5 steps followed.\",\"processFollowed\":3,\"processMissed\":2,\"processTotal\":5,\"status\":\"processed\",\"createdAt\":\"2026-01-02T22:01:45.064Z\",\"duration\":85064,\"summary\":\"Frank Harris got in touch about new windows because of a draft in the living room. They agreed to talk again on Tuesday at 5 PM.\",\"userEmail\":\"luis.ortega@larkspur.example\",\"clientId\":\"019cb3d6-a280-7000-8000-000000000030\"}}"
                     *         }
                     *       ],
                     *       "nextCursor": "MTc2NzM5MTYwNTA2NDAwMS4wMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMDAuNk1DRXZUQVE",
                     *       "hasMore": true,
                     *       "syncCursor": "MTc2NzM5MTYwNTA2NDAwMS4wMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMDAuNk1DRXZUQVE"
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["Event"][];
                        hasMore: boolean;
                        nextCursor: string | null;
                        /** @description The cursor to continue from, now or at any later time. */
                        syncCursor: string;
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD" | "INVALID_CURSOR";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description A `syncCursor` or an event's `id`: only what came after it. Without, from now on. */
                startAfter?: string;
            };
            header?: {
                /** @description A `syncCursor` or an event's `id`: only what came after it. Without, from now on. */
                "last-event-id"?: string;
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until either side ends. */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD" | "INVALID_CURSOR";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listRecordings: {
        parameters: {
            query?: {
                /**
                 * @description Created at this time or later. A DateTime, or a day YYYY-MM-DD: its first instant in UTC.
                 * @example 2026-02-01
                 */
                fromDate?: string;
                /** @description What more to answer of each. `limit` is at most 25 with it. */
                include?: ("details" | "transcript")[];
                /**
                 * @description Page size, from 1 to 100.
                 * @example 2
                 */
                limit?: number;
                /** @description Of a search; relevance is the default. */
                order?: components["schemas"]["RecordingOrder"];
                /** @description Recordings first processed at this time or later. A later change does not show a recording again. A DateTime, or a day YYYY-MM-DD: its first instant in UTC. */
                processedSince?: string;
                /** @description Words of name, summary, notes and transcript; finds processed recordings only. All words must occur; "some in this order", -not this, begin*. */
                search?: string;
                /** @description The nextCursor of the previous page, or a time: older recordings only. */
                startAfter?: string;
                /** @description Created at this time or before. A DateTime, or a day YYYY-MM-DD: its last instant in UTC (inclusive). */
                toDate?: string;
                /** @description Recordings of which any shown field changed at this time or later, and those that were erased (deleted). A DateTime, or a day YYYY-MM-DD: its first instant in UTC. */
                updatedSince?: string;
            };
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recordings": [
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-00000000034b",
                     *           "name": "Call of 2026-03-02 16:00 UTC",
                     *           "status": "processed",
                     *           "createdAt": "2026-03-03T15:00:00.000Z",
                     *           "duration": 4100,
                     *           "summary": "Asks for a quote.",
                     *           "recording": "https://debrief.example.com/recordings/019cb3d6-a280-7000-8000-00000000034b"
                     *         },
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-000000000344",
                     *           "name": "Call of 2026-03-03 14:03 UTC",
                     *           "status": "processed",
                     *           "createdAt": "2026-03-03T15:00:00.000Z",
                     *           "duration": 4100,
                     *           "summary": "A twenty-year-old roof.",
                     *           "recording": "https://debrief.example.com/recordings/019cb3d6-a280-7000-8000-000000000344"
                     *         }
                     *       ],
                     *       "nextCursor": "2026-03-03T15:00:00.000000Z",
                     *       "hasMore": true
                     *     }
                     */
                    "application/json": {
                        /** @description With `since.updated`: the recordings that were erased, regardless of the filter. Null in any other list. */
                        deleted?: components["schemas"]["DeletedRecording"][];
                        hasMore: boolean;
                        nextCursor: string | null;
                        recordings: components["schemas"]["RecordingItem"][];
                        /** @description With `since`: the cursor to continue from, now or at any later time. Null in any other list. */
                        syncCursor?: string;
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD" | "INVALID_CURSOR";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRecording: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The id of the recording.
                 * @example 019cb3d6-a280-7000-8000-000000000344
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording": {
                     *         "id": "019cb3d6-a280-7000-8000-000000000344",
                     *         "name": "Call of 2026-03-03 14:03 UTC",
                     *         "status": "processed",
                     *         "organizationId": "019cb3d6-a280-7000-8000-000000000001",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "updatedAt": "2026-03-03T15:00:00.000Z",
                     *         "duration": 4100,
                     *         "summary": "A twenty-year-old roof.",
                     *         "notes": "",
                     *         "actionItems": [
                     *           {
                     *             "kind": "explicit",
                     *             "text": "Send the estimate",
                     *             "assignee": null,
                     *             "completed": false
                     *           }
                     *         ],
                     *         "coaching": null,
                     *         "tags": [
                     *           "inspection"
                     *         ],
                     *         "recording": "https://debrief.example.com/recordings/019cb3d6-a280-7000-8000-000000000344",
                     *         "userEmail": "priya.raman@larkspur.example",
                     *         "source": "dialer",
                     *         "startedAt": "2026-03-03T14:03:00.000Z",
                     *         "processedAt": "2026-03-03T15:00:00.000Z",
                     *         "clientId": "019cb3d6-a280-7000-8000-000000000341",
                     *         "eventId": "JOB-9001-1",
                     *         "customFields": {
                     *           "campaign": "spring"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        recording: components["schemas"]["Recording"];
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An `ETag`: the whole is sent where the file is another one by now. */
                "if-range"?: string;
                /** @description Bytes, as `bytes=0-1023`; of several ranges the whole is sent. */
                range?: string;
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": unknown;
                    "video/*": unknown;
                };
            };
            /** @description The range of it. */
            206: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "audio/*": unknown;
                    "video/*": unknown;
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The file has no such bytes; `content-range` says how many there are. */
            416: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTranscript: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The id of the recording.
                 * @example 019cb3d6-a280-7000-8000-000000000344
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recordingId": "019cb3d6-a280-7000-8000-000000000344",
                     *       "transcript": [
                     *         {
                     *           "speaker": "Priya Raman",
                     *           "text": "How old is the roof?",
                     *           "start": 0,
                     *           "end": 1800
                     *         },
                     *         {
                     *           "speaker": "Ines Marlowe",
                     *           "text": "About twenty years.",
                     *           "start": 2400,
                     *           "end": 4100
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        recordingId: string;
                        /** @description Empty until the recording is processed. */
                        transcript: components["schemas"]["Utterance"][];
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadCall: {
        parameters: {
            query?: {
                /** @description The dialer's id of the call. A repeated id updates the call and never duplicates it. For a body that is the file alone. */
                call_id?: string;
                /** @description Sent along with the recording's events. For a body that is the file alone. */
                custom_fields?: string;
                /** @description The customer on the call. For a body that is the file alone. */
                customer?: string;
                /** @description Milliseconds. Default: the end of the transcript's last utterance. For a body that is the file alone. */
                duration_ms?: number;
                /** @description The event id of the call's appointment. For a body that is the file alone. */
                event_id?: string;
                /** @description Default: a name built from the customer or the time. For a body that is the file alone. */
                name?: string;
                /** @description When the call began. ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only. For a body that is the file alone. */
                started_at?: string;
                /** @description The whole transcript, in any order. For a body that is the file alone. */
                transcript?: string;
                /** @description The e-mail address of the rep, an active member of the organization, in any case. For a body that is the file alone. */
                user_email?: string;
            };
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The file may have as many bytes as the server takes (512 MB unless it is set otherwise), the fields of a form 10 MiB together. */
        requestBody: {
            content: {
                "application/octet-stream": unknown;
                "audio/*": unknown;
                /**
                 * @example {
                 *       "call_id": "call-90003",
                 *       "user_email": "priya.raman@larkspur.example",
                 *       "started_at": "2026-03-02T10:00:00.000Z",
                 *       "file": "(the file)"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description The dialer's id of the call. A repeated id updates the call and never duplicates it. */
                    call_id: string;
                    /** @description Sent along with the recording's events. */
                    custom_fields?: Record<string, never>;
                    /** @description The customer on the call. */
                    customer?: components["schemas"]["CustomerInput"];
                    /**
                     * Format: int32
                     * @description Milliseconds. Default: the end of the transcript's last utterance.
                     */
                    duration_ms?: number;
                    /** @description The event id of the call's appointment. */
                    event_id?: string;
                    /** @description The audio or video; a part with a filename. */
                    file: string;
                    /** @description Default: a name built from the customer or the time. */
                    name?: string;
                    /**
                     * Format: date-time
                     * @description When the call began. ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only.
                     */
                    started_at: string;
                    /** @description The whole transcript, in any order. */
                    transcript?: components["schemas"]["UtteranceInput"][];
                    /** @description The e-mail address of the rep, an active member of the organization, in any case. */
                    user_email: string;
                };
                "video/*": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recording": {
                     *         "id": "019cb3d6-a280-7000-8000-000000000365",
                     *         "name": "Call of 2026-03-02 10:00 UTC",
                     *         "status": "received",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "eventId": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        recording: components["schemas"]["Call"];
                    };
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "MISSING_REQUIRED_FIELD" | "INVALID_FIELD" | "INVALID_JSON" | "USER_NOT_FOUND";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            /** @description The file or the fields exceed the limit. */
            413: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            /** @description The body is neither a form nor a file, or the file is not audio or video in a supported format. */
            415: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAppointments: {
        parameters: {
            query?: {
                /**
                 * @description Starts at this time or later. A DateTime, or a day YYYY-MM-DD: its first instant in UTC.
                 * @example 2026-03-01
                 */
                fromDate?: string;
                /**
                 * @description The page size, from 1 to 100.
                 * @example 2
                 */
                limit?: number;
                /** @description The nextCursor of the previous page. */
                startAfter?: string;
                /** @description Starts at this time or before. A DateTime, or a day YYYY-MM-DD: its last instant in UTC (inclusive). */
                toDate?: string;
                /** @description The rep's e-mail address, case-insensitive. */
                user_email?: string;
            };
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appointments": [
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-0000000002d5",
                     *           "event_id": "JOB-2075-3",
                     *           "user_email": "aiko.tanaka@larkspur.example",
                     *           "startTime": "2026-03-02T19:00:00.000Z",
                     *           "endTime": "2026-03-02T19:45:00.000Z",
                     *           "title": "Offer review: window replacement",
                     *           "client": {
                     *             "id": "CRM-10526",
                     *             "name": "Samuel Jensen",
                     *             "email": "samuel.jensen@mail.example",
                     *             "location": "887 Willow Avenue, Millbrook"
                     *           },
                     *           "scheduledAt": "2026-03-02T19:15:00.000Z",
                     *           "status": "scheduled",
                     *           "createdAt": "2026-02-23T21:17:51.805Z",
                     *           "updatedAt": "2026-02-23T21:17:51.805Z",
                     *           "customerName": "Samuel Jensen",
                     *           "customerEmail": "samuel.jensen@mail.example",
                     *           "metadata": {
                     *             "job": "JOB-2075",
                     *             "trade": "windows"
                     *           },
                     *           "matchStatus": "matched",
                     *           "recordingId": "019cb3d6-a280-7000-8000-000000000325"
                     *         },
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-00000000030a",
                     *           "event_id": "JOB-2052-3",
                     *           "user_email": "ben.castillo@larkspur.example",
                     *           "startTime": "2026-03-02T21:00:00.000Z",
                     *           "endTime": "2026-03-02T21:15:00.000Z",
                     *           "title": "Follow-up call: window replacement",
                     *           "client": {
                     *             "id": "CRM-10757",
                     *             "name": "James Petrov",
                     *             "email": "james.petrov@mail.example",
                     *             "location": "903 Juniper Street, Port Haven"
                     *           },
                     *           "scheduledAt": "2026-03-02T21:15:00.000Z",
                     *           "status": "scheduled",
                     *           "createdAt": "2026-02-28T19:13:05.675Z",
                     *           "updatedAt": "2026-02-28T19:13:05.675Z",
                     *           "customerName": "James Petrov",
                     *           "customerEmail": "james.petrov@mail.example",
                     *           "metadata": {
                     *             "job": "JOB-2052",
                     *             "trade": "windows"
                     *           },
                     *           "matchStatus": "matched",
                     *           "recordingId": "019cb3d6-a280-7000-8000-00000000032b"
                     *         }
                     *       ],
                     *       "nextCursor": "MTc3MjQ4NTIwMDAwMC4wMTljYjNkNi1hMjgwLTcwMDAtODAwMC0wMDAwMDAwMDAzMGEuQ2lLV0pjemo",
                     *       "hasMore": true
                     *     }
                     */
                    "application/json": {
                        appointments: components["schemas"]["Appointment"][];
                        hasMore: boolean;
                        nextCursor: string | null;
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD" | "INVALID_CURSOR";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event_id": "JOB-9001-1",
                 *       "user_email": "priya.raman@larkspur.example",
                 *       "start_time": "2026-03-03T14:00:00.000Z",
                 *       "end_time": "2026-03-03T15:30:00.000Z",
                 *       "title": "Roof inspection",
                 *       "customer": {
                 *         "id": "CRM-20031",
                 *         "name": "Ines Marlowe",
                 *         "email": "ines.marlowe@mail.example",
                 *         "location": "14 Quarry Lane, Ashford"
                 *       },
                 *       "metadata": {
                 *         "job": "JOB-9001"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description The customer. Fields merge one by one. */
                    customer?: components["schemas"]["CustomerInput"] | null;
                    /**
                     * Format: date-time
                     * @description When it ends, not before startTime. ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only.
                     */
                    end_time?: string | null;
                    /** @description The appointment's id in the organization's own system. */
                    event_id: string;
                    /** @description Any JSON object. debrief stores and returns it. */
                    metadata?: Record<string, never> | null;
                    /**
                     * Format: date-time
                     * @description When the call or visit starts. ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only.
                     */
                    start_time: string;
                    /** @description The subject of the appointment. */
                    title?: string | null;
                    /** @description The rep's e-mail address, case-insensitive. The rep must be an active member of the organization. */
                    user_email: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appointment": {
                     *         "id": "019cb3d6-a280-7000-8000-000000000340",
                     *         "event_id": "JOB-9001-1",
                     *         "user_email": "priya.raman@larkspur.example",
                     *         "startTime": "2026-03-03T14:00:00.000Z",
                     *         "endTime": "2026-03-03T15:30:00.000Z",
                     *         "title": "Roof inspection",
                     *         "client": {
                     *           "id": "CRM-20031",
                     *           "name": "Ines Marlowe",
                     *           "email": "ines.marlowe@mail.example",
                     *           "location": "14 Quarry Lane, Ashford"
                     *         },
                     *         "scheduledAt": "2026-03-03T14:15:00.000Z",
                     *         "status": "scheduled",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "updatedAt": "2026-03-03T15:00:00.000Z",
                     *         "customerName": "Ines Marlowe",
                     *         "customerEmail": "ines.marlowe@mail.example",
                     *         "metadata": {
                     *           "job": "JOB-9001"
                     *         },
                     *         "matchStatus": "missed",
                     *         "recordingId": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        appointment: components["schemas"]["Appointment"];
                    };
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "MISSING_REQUIRED_FIELD" | "INVALID_FIELD" | "INVALID_JSON" | "USER_NOT_FOUND";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The appointment's id in the organization's own system.
                 * @example JOB-9001-1
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appointment": {
                     *         "id": "019cb3d6-a280-7000-8000-000000000340",
                     *         "event_id": "JOB-9001-1",
                     *         "user_email": "priya.raman@larkspur.example",
                     *         "startTime": "2026-03-03T14:00:00.000Z",
                     *         "endTime": "2026-03-03T15:30:00.000Z",
                     *         "title": "Roof inspection, bring a ladder",
                     *         "client": {
                     *           "id": "CRM-20031",
                     *           "name": "Ines Marlowe",
                     *           "email": "ines.marlowe@mail.example",
                     *           "location": "14 Quarry Lane, Ashford"
                     *         },
                     *         "scheduledAt": "2026-03-03T14:15:00.000Z",
                     *         "status": "scheduled",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "updatedAt": "2026-03-03T15:00:00.000Z",
                     *         "customerName": "Ines Marlowe",
                     *         "customerEmail": "ines.marlowe@mail.example",
                     *         "metadata": {
                     *           "job": "JOB-9001"
                     *         },
                     *         "matchStatus": "matched",
                     *         "recordingId": "019cb3d6-a280-7000-8000-000000000344"
                     *       }
                     *     }
                     */
                    "application/json": {
                        appointment: components["schemas"]["Appointment"];
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The appointment's id in the organization's own system.
                 * @example JOB-9001-1
                 */
                event_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Roof inspection, bring a ladder"
                 *     }
                 */
                "application/json": {
                    /** @description The customer. Fields merge one by one. */
                    customer?: components["schemas"]["CustomerInput"] | null;
                    /**
                     * Format: date-time
                     * @description When it ends, not before startTime. ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only.
                     */
                    end_time?: string | null;
                    /** @description The appointment's id in the organization's own system. */
                    event_id?: string;
                    /** @description Any JSON object. debrief stores and returns it. */
                    metadata?: Record<string, never> | null;
                    /**
                     * Format: date-time
                     * @description When the call or visit starts. ISO 8601 in UTC with milliseconds, 2026-01-31T09:30:00.000Z. Input: Z or +00:00 only.
                     */
                    start_time?: string;
                    /** @description The subject of the appointment. */
                    title?: string | null;
                    /** @description The rep's e-mail address, case-insensitive. The rep must be an active member of the organization. */
                    user_email?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appointment": {
                     *         "id": "019cb3d6-a280-7000-8000-000000000340",
                     *         "event_id": "JOB-9001-1",
                     *         "user_email": "priya.raman@larkspur.example",
                     *         "startTime": "2026-03-03T14:00:00.000Z",
                     *         "endTime": "2026-03-03T15:30:00.000Z",
                     *         "title": "Roof inspection, bring a ladder",
                     *         "client": {
                     *           "id": "CRM-20031",
                     *           "name": "Ines Marlowe",
                     *           "email": "ines.marlowe@mail.example",
                     *           "location": "14 Quarry Lane, Ashford"
                     *         },
                     *         "scheduledAt": "2026-03-03T14:15:00.000Z",
                     *         "status": "scheduled",
                     *         "createdAt": "2026-03-03T15:00:00.000Z",
                     *         "updatedAt": "2026-03-03T15:00:00.000Z",
                     *         "customerName": "Ines Marlowe",
                     *         "customerEmail": "ines.marlowe@mail.example",
                     *         "metadata": {
                     *           "job": "JOB-9001"
                     *         },
                     *         "matchStatus": "missed",
                     *         "recordingId": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        appointment: components["schemas"]["Appointment"];
                    };
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "MISSING_REQUIRED_FIELD" | "INVALID_FIELD" | "INVALID_JSON" | "USER_NOT_FOUND";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The appointment's id in the organization's own system.
                 * @example JOB-9001-1
                 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Appointment deleted"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        message: "Appointment deleted";
                    };
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStats: {
        parameters: {
            query: {
                /** @description Recordings analysed with this template. */
                aiTemplate?: string;
                /**
                 * @description Recordings of these users. Case is ignored.
                 * @example [
                 *       "priya.raman@larkspur.example"
                 *     ]
                 */
                emails?: string[];
                /** @description Recordings created at this time or earlier. A DateTime, or a day YYYY-MM-DD: its last instant in UTC (inclusive). */
                endDate?: string;
                /** @description Recordings with none of these tags. */
                excludedTags?: string[];
                /** @description The same as `startDate`. */
                fromDate?: string;
                /**
                 * @description One entry per user or per team.
                 * @example user
                 */
                groupBy: components["schemas"]["StatsGroup"];
                /** @description Recordings with at least one of these tags. */
                includedTags?: string[];
                /**
                 * @description Recordings created at this time or later. A DateTime, or a day YYYY-MM-DD: its first instant in UTC.
                 * @example 2026-02-01
                 */
                startDate?: string;
                /** @description Recordings with this tag. */
                tag?: string;
                /** @description Recordings of these teams' members; with emails, of users in both. */
                teamIds?: string[];
                /** @description The same as `endDate`. */
                toDate?: string;
            };
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "stats": [
                     *         {
                     *           "email": "priya.raman@larkspur.example",
                     *           "name": "Priya Raman",
                     *           "totalRecordings": 17,
                     *           "recordingsClosed": 3,
                     *           "avgRecordingDuration": 120694.82352941176,
                     *           "avgTalkTime": 53391.05882352941,
                     *           "avgTalkRatio": 0.6306517338216602,
                     *           "avgWaitedToTalkAvg": 689.49302054155,
                     *           "avgTalkSpeed": 146.4055907763338,
                     *           "avgConversationSwitches": 14.705882352941176,
                     *           "avgSwitchesPerMinute": 9.31417074020817,
                     *           "avgQuestionsAsked": 5.647058823529412,
                     *           "avgProcessScore": 59.42307692307692,
                     *           "recordingsWithProcess": 13,
                     *           "recordingsWithCoaching": 12,
                     *           "recordingsWithActions": 16,
                     *           "totalActionItems": 43,
                     *           "reviewedCount": 5,
                     *           "totalReviews": 5,
                     *           "totalReviewMs": 3259948,
                     *           "avgReviewMs": 651989.6,
                     *           "recordingsByTag": {
                     *             "followup": 8,
                     *             "inspection": 1,
                     *             "lost": 3,
                     *             "objection: other quotes": 1,
                     *             "objection: partner": 1,
                     *             "objection: price": 5,
                     *             "objection: timing": 7,
                     *             "objection: trust": 1,
                     *             "review": 2,
                     *             "roofing": 15,
                     *             "sold": 3,
                     *             "visit": 5
                     *           },
                     *           "total": {
                     *             "recordingDuration": 2051812,
                     *             "talkTime": 907648,
                     *             "talkRatio": 10.721079474968223,
                     *             "waitedToTalkAvg": 11721.38134920635,
                     *             "talkSpeed": 2488.8950431976746,
                     *             "conversationSwitches": 250,
                     *             "switchesPerMinute": 158.34090258353888,
                     *             "questionsAsked": 96,
                     *             "processScore": 772.5
                     *           },
                     *           "processQuestionBreakdown": [
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-000000000020",
                     *               "question": "Did the rep set an agenda for the visit?",
                     *               "percentage": 60,
                     *               "yesCount": 3,
                     *               "totalCount": 5
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-000000000021",
                     *               "question": "Did the rep find out why the customer wants to act now?",
                     *               "percentage": 80,
                     *               "yesCount": 4,
                     *               "totalCount": 5
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-000000000022",
                     *               "question": "Did the rep find out who decides?",
                     *               "percentage": 40,
                     *               "yesCount": 2,
                     *               "totalCount": 5
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-000000000023",
                     *               "question": "Did the rep show what the inspection found?",
                     *               "percentage": 80,
                     *               "yesCount": 4,
                     *               "totalCount": 5
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-000000000024",
                     *               "question": "Did the rep present more than one option?",
                     *               "percentage": 20,
                     *               "yesCount": 1,
                     *               "totalCount": 5
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-000000000025",
                     *               "question": "Did the rep offer a monthly payment?",
                     *               "percentage": 100,
                     *               "yesCount": 5,
                     *               "totalCount": 5
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-000000000026",
                     *               "question": "Did the rep ask for the order?",
                     *               "percentage": 20,
                     *               "yesCount": 1,
                     *               "totalCount": 5
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-000000000027",
                     *               "question": "Did the rep agree on a next step with a date?",
                     *               "percentage": 100,
                     *               "yesCount": 5,
                     *               "totalCount": 5
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-00000000002a",
                     *               "question": "Did the rep name the company?",
                     *               "percentage": 100,
                     *               "yesCount": 8,
                     *               "totalCount": 8
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-00000000002b",
                     *               "question": "Did the rep ask what is going on before offering anything?",
                     *               "percentage": 100,
                     *               "yesCount": 8,
                     *               "totalCount": 8
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-00000000002c",
                     *               "question": "Did the rep find out who decides?",
                     *               "percentage": 0,
                     *               "yesCount": 0,
                     *               "totalCount": 8
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-00000000002d",
                     *               "question": "Did the rep agree on a next step with a date?",
                     *               "percentage": 50,
                     *               "yesCount": 4,
                     *               "totalCount": 8
                     *             },
                     *             {
                     *               "questionId": "019cb3d6-a280-7000-8000-00000000002e",
                     *               "question": "Did the rep confirm the e-mail address?",
                     *               "percentage": 37.5,
                     *               "yesCount": 3,
                     *               "totalCount": 8
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "errors": []
                     *     }
                     */
                    "application/json": {
                        /** @description Requested values that don't exist. */
                        errors: components["schemas"]["StatsError"][];
                        /** @description One entry per group, ordered by name, then e-mail or team id. */
                        stats: components["schemas"]["StatEntry"][];
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "MISSING_REQUIRED_FIELD" | "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTeams: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "teams": [
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-00000000001d",
                     *           "name": "Customer Care",
                     *           "members": [
                     *             {
                     *               "email": "nora.finch@larkspur.example",
                     *               "name": "Nora Finch",
                     *               "role": "lead"
                     *             },
                     *             {
                     *               "email": "luis.ortega@larkspur.example",
                     *               "name": "Luis Ortega",
                     *               "role": "member"
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-000000000019",
                     *           "name": "Roofing",
                     *           "members": [
                     *             {
                     *               "email": "marcus.bell@larkspur.example",
                     *               "name": "Marcus Bell",
                     *               "role": "lead"
                     *             },
                     *             {
                     *               "email": "priya.raman@larkspur.example",
                     *               "name": "Priya Raman",
                     *               "role": "member"
                     *             },
                     *             {
                     *               "email": "tom.okafor@larkspur.example",
                     *               "name": "Tom Okafor",
                     *               "role": "member"
                     *             },
                     *             {
                     *               "email": "elena.sorokina@larkspur.example",
                     *               "name": "Elena Sorokina",
                     *               "role": "member"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        teams: components["schemas"]["Team"][];
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "users": [
                     *         {
                     *           "name": "Aiko Tanaka",
                     *           "email": "aiko.tanaka@larkspur.example",
                     *           "lastProcessAIAction": "Asked for a follow-up e-mail",
                     *           "lastProcessAIAt": "2026-03-02T08:03:00.000Z",
                     *           "lastCoachAssistantAction": "Asked how to handle an objection",
                     *           "lastCoachAssistantAt": "2026-03-02T17:03:00.000Z",
                     *           "lastRecordedAt": "2026-03-02T19:00:00.000Z",
                     *           "accessedAt": "2026-03-03T09:17:00.000Z",
                     *           "updatedAt": "2026-03-03T09:17:00.000Z",
                     *           "createdAt": "2025-12-03T15:07:00.000Z"
                     *         },
                     *         {
                     *           "name": "Ben Castillo",
                     *           "email": "ben.castillo@larkspur.example",
                     *           "lastProcessAIAction": "Asked for a follow-up e-mail",
                     *           "lastProcessAIAt": "2026-02-28T14:53:00.000Z",
                     *           "lastCoachAssistantAction": "Asked how to handle an objection",
                     *           "lastCoachAssistantAt": "2026-03-03T05:36:00.000Z",
                     *           "lastRecordedAt": "2026-03-02T22:00:00.000Z",
                     *           "accessedAt": "2026-03-03T07:32:00.000Z",
                     *           "updatedAt": "2026-03-03T07:32:00.000Z",
                     *           "createdAt": "2025-12-03T15:06:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        users: components["schemas"]["User"][];
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description `ETag`s of answers that the caller has: 304 without a body where it is still one of them. */
                "if-none-match"?: components["parameters"]["IfNoneMatch"];
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "019cb3d6-a280-7000-8000-000000000352",
                     *           "url": "https://crm.example.com/debrief",
                     *           "active": true,
                     *           "trigger": "all",
                     *           "events": [
                     *             "recording.processed",
                     *             "client.created"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description The caller has it. */
            304: {
                headers: {
                    "cache-control": components["headers"]["CacheControl"];
                    etag: components["headers"]["ETag"];
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "INVALID_FIELD";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id to know the request by in the server's log. One of another form is not used. */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://crm.example.com/debrief",
                 *       "recording": {
                 *         "id": "019cb3d6-a280-7000-8000-000000000344",
                 *         "name": "Call of 2026-03-03 14:03 UTC",
                 *         "status": "processed",
                 *         "organizationId": "019cb3d6-a280-7000-8000-000000000001",
                 *         "createdAt": "2026-03-03T15:00:00.000Z",
                 *         "updatedAt": "2026-03-03T15:00:00.000Z",
                 *         "duration": 4100,
                 *         "summary": "A twenty-year-old roof.",
                 *         "notes": "",
                 *         "actionItems": [
                 *           {
                 *             "kind": "explicit",
                 *             "text": "Send the estimate",
                 *             "assignee": null,
                 *             "completed": false
                 *           }
                 *         ],
                 *         "coaching": null,
                 *         "tags": [
                 *           "inspection"
                 *         ],
                 *         "recording": "https://debrief.example.com/recordings/019cb3d6-a280-7000-8000-000000000344",
                 *         "userEmail": "priya.raman@larkspur.example",
                 *         "source": "dialer",
                 *         "startedAt": "2026-03-03T14:03:00.000Z",
                 *         "processedAt": "2026-03-03T15:00:00.000Z",
                 *         "clientId": "019cb3d6-a280-7000-8000-000000000341",
                 *         "eventId": "JOB-9001-1",
                 *         "customFields": {
                 *           "campaign": "spring"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description A recording in the form of /v1. */
                    recording: {
                        id: string;
                        /** @constant */
                        status: "processed";
                    } & {
                        [key: string]: unknown;
                    };
                    /** @description The URL to send to. */
                    url: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Test webhook sent",
                     *       "delivery": {
                     *         "delivered": true,
                     *         "status": 200,
                     *         "durationMs": 84,
                     *         "error": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        delivery: components["schemas"]["TestDelivery"];
                        message: string;
                    };
                };
            };
            /** @description Something in the request is missing or wrong; `field` names it. */
            400: {
                headers: {
                    ratelimit: components["headers"]["RateLimit"];
                    "ratelimit-policy": components["headers"]["RateLimitPolicy"];
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A stable code for programs.
                         * @enum {string}
                         */
                        code: "MISSING_REQUIRED_FIELD" | "INVALID_FIELD" | "INVALID_JSON" | "DESTINATION_NOT_ALLOWED";
                        /** @description The wrong field, as the caller named it; dotted inside objects. */
                        field?: string;
                        /** @description An explanation for people. */
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "client.created": {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id for this webhook. A redelivery has it again: it tells a repeat. */
                "webhook-id": string;
                /** @description Signatures as Standard Webhooks has them, with a space between: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the webhook's own secret and by the organization's. Check either, over the exact bytes. */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970. Refuse what is old. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "client.created",
                 *       "data": {
                 *         "campaign": "spring",
                 *         "id": "019cb3d6-a280-7000-8000-00000000034b",
                 *         "name": "Call of 2026-03-02 16:00 UTC",
                 *         "actionItems": "",
                 *         "notes": "",
                 *         "meetingUrl": "https://debrief.example.com/recordings/019cb3d6-a280-7000-8000-00000000034b",
                 *         "process": "",
                 *         "processFollowed": 0,
                 *         "processMissed": 0,
                 *         "processTotal": 0,
                 *         "status": "processed",
                 *         "createdAt": "2026-03-03T15:00:00.000Z",
                 *         "duration": 4100,
                 *         "summary": "Asks for a quote.",
                 *         "userEmail": "priya.raman@larkspur.example",
                 *         "clientId": "019cb3d6-a280-7000-8000-00000000034e",
                 *         "client": {
                 *           "id": "019cb3d6-a280-7000-8000-00000000034e",
                 *           "name": "Owen Tully",
                 *           "email": "owen.tully@mail.example",
                 *           "crmEntityId": null,
                 *           "address": null,
                 *           "insights": {},
                 *           "insightsUpdatedAt": null,
                 *           "notes": "Walked in.",
                 *           "createdAt": "2026-03-03T15:00:00.000Z",
                 *           "updatedAt": "2026-03-03T15:00:00.000Z"
                 *         },
                 *         "integration": {
                 *           "entity": {
                 *             "name": "Owen Tully",
                 *             "email": "owen.tully@mail.example",
                 *             "notes": "Walked in."
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Also holds the call's custom fields, except those with the name of a field listed here. */
                    data: {
                        /** @description A heading for each kind of action items, and a line for each item; empty without items. */
                        actionItems: string;
                        client: components["schemas"]["Client"];
                        /** @description The id of the client on the call; null if unknown. */
                        clientId: string | null;
                        /**
                         * Format: date-time
                         * @description When the server received the call.
                         */
                        createdAt: string;
                        /**
                         * Format: int32
                         * @description Milliseconds.
                         */
                        duration: number;
                        /** @description The event id of the matched appointment. */
                        event_id?: string;
                        id: string;
                        integration: {
                            /** @description The client's details as the rep entered them. */
                            entity: unknown;
                        };
                        /** @description The URL of the recording in the console. */
                        meetingUrl: string;
                        /** @description The name from the analysis, else from the dialer. */
                        name: string;
                        /** @description Notes of the call; empty where the analysis wrote none. */
                        notes: string;
                        /** @description The questions of the process with their answers, then its summary. */
                        process: string;
                        /** @description Questions answered yes. */
                        processFollowed: number;
                        /** @description Questions not answered yes. */
                        processMissed: number;
                        /** @description All questions. */
                        processTotal: number;
                        status: components["schemas"]["RecordingStatus"];
                        /** @description A short summary of the call; empty where the analysis wrote none. */
                        summary: string;
                        /** @description The rep's e-mail address. */
                        userEmail: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @constant */
                    event: "client.created";
                };
            };
        };
        responses: {
            /** @description Taken. What the body says is kept in the log, up to 4 KiB of it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed, as is no answer within 10 seconds. It is not sent again by itself. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "recording.integration_updated": {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id for this webhook. A redelivery has it again: it tells a repeat. */
                "webhook-id": string;
                /** @description Signatures as Standard Webhooks has them, with a space between: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the webhook's own secret and by the organization's. Check either, over the exact bytes. */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970. Refuse what is old. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "recording.integration_updated",
                 *       "data": {
                 *         "campaign": "spring",
                 *         "id": "019cb3d6-a280-7000-8000-000000000344",
                 *         "name": "Call of 2026-03-03 14:03 UTC",
                 *         "actionItems": "Action items from meeting\n- Send the estimate",
                 *         "notes": "",
                 *         "meetingUrl": "https://debrief.example.com/recordings/019cb3d6-a280-7000-8000-000000000344",
                 *         "process": "",
                 *         "processFollowed": 0,
                 *         "processMissed": 0,
                 *         "processTotal": 0,
                 *         "event_id": "JOB-9001-1",
                 *         "status": "processed",
                 *         "createdAt": "2026-03-03T15:00:00.000Z",
                 *         "duration": 4100,
                 *         "summary": "A twenty-year-old roof.",
                 *         "userEmail": "priya.raman@larkspur.example",
                 *         "clientId": "019cb3d6-a280-7000-8000-000000000341"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Also holds the call's custom fields, except those with the name of a field listed here. */
                    data: {
                        /** @description A heading for each kind of action items, and a line for each item; empty without items. */
                        actionItems: string;
                        /** @description The id of the client on the call; null if unknown. */
                        clientId: string | null;
                        /**
                         * Format: date-time
                         * @description When the server received the call.
                         */
                        createdAt: string;
                        /**
                         * Format: int32
                         * @description Milliseconds.
                         */
                        duration: number;
                        /** @description The event id of the matched appointment. */
                        event_id?: string;
                        id: string;
                        /** @description The URL of the recording in the console. */
                        meetingUrl: string;
                        /** @description The name from the analysis, else from the dialer. */
                        name: string;
                        /** @description Notes of the call; empty where the analysis wrote none. */
                        notes: string;
                        /** @description The questions of the process with their answers, then its summary. */
                        process: string;
                        /** @description Questions answered yes. */
                        processFollowed: number;
                        /** @description Questions not answered yes. */
                        processMissed: number;
                        /** @description All questions. */
                        processTotal: number;
                        status: components["schemas"]["RecordingStatus"];
                        /** @description A short summary of the call; empty where the analysis wrote none. */
                        summary: string;
                        /** @description The rep's e-mail address. */
                        userEmail: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @constant */
                    event: "recording.integration_updated";
                };
            };
        };
        responses: {
            /** @description Taken. What the body says is kept in the log, up to 4 KiB of it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed, as is no answer within 10 seconds. It is not sent again by itself. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "recording.processed": {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id for this webhook. A redelivery has it again: it tells a repeat. */
                "webhook-id": string;
                /** @description Signatures as Standard Webhooks has them, with a space between: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the webhook's own secret and by the organization's. Check either, over the exact bytes. */
                "webhook-signature": string;
                /** @description Marks a test. */
                "webhook-test"?: "true";
                /** @description When it was sent, in seconds since 1970. Refuse what is old. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "recording.processed",
                 *       "data": {
                 *         "campaign": "spring",
                 *         "id": "019cb3d6-a280-7000-8000-000000000344",
                 *         "name": "Call of 2026-03-03 14:03 UTC",
                 *         "actionItems": "Action items from meeting\n- Send the estimate",
                 *         "notes": "",
                 *         "meetingUrl": "https://debrief.example.com/recordings/019cb3d6-a280-7000-8000-000000000344",
                 *         "process": "",
                 *         "processFollowed": 0,
                 *         "processMissed": 0,
                 *         "processTotal": 0,
                 *         "event_id": "JOB-9001-1",
                 *         "status": "processed",
                 *         "createdAt": "2026-03-03T15:00:00.000Z",
                 *         "duration": 4100,
                 *         "summary": "A twenty-year-old roof.",
                 *         "userEmail": "priya.raman@larkspur.example",
                 *         "clientId": "019cb3d6-a280-7000-8000-000000000341"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Also holds the call's custom fields, except those with the name of a field listed here. */
                    data: {
                        /** @description A heading for each kind of action items, and a line for each item; empty without items. */
                        actionItems: string;
                        /** @description The id of the client on the call; null if unknown. */
                        clientId: string | null;
                        /**
                         * Format: date-time
                         * @description When the server received the call.
                         */
                        createdAt: string;
                        /**
                         * Format: int32
                         * @description Milliseconds.
                         */
                        duration: number;
                        /** @description The event id of the matched appointment. */
                        event_id?: string;
                        id: string;
                        /** @description The URL of the recording in the console. */
                        meetingUrl: string;
                        /** @description The name from the analysis, else from the dialer. */
                        name: string;
                        /** @description Notes of the call; empty where the analysis wrote none. */
                        notes: string;
                        /** @description The questions of the process with their answers, then its summary. */
                        process: string;
                        /** @description Questions answered yes. */
                        processFollowed: number;
                        /** @description Questions not answered yes. */
                        processMissed: number;
                        /** @description All questions. */
                        processTotal: number;
                        status: components["schemas"]["RecordingStatus"];
                        /** @description A short summary of the call; empty where the analysis wrote none. */
                        summary: string;
                        /** @description The rep's e-mail address. */
                        userEmail: string;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @constant */
                    event: "recording.processed";
                };
            };
        };
        responses: {
            /** @description Taken. What the body says is kept in the log, up to 4 KiB of it. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed, as is no answer within 10 seconds. It is not sent again by itself. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
