import { commentEventData, commentSubject } from "./comment-data.js";
import { createdClientData } from "./created-client-data.js";
import { defineEvent, type EventDefinition } from "./event-definition.js";
import { failureEventData } from "./failure-data.js";
import { missedEventData, missedSubject } from "./missed-data.js";
import { recordingEventData, recordingSubject } from "./recording-data.js";
import { scoreEventData, scoreSubject } from "./score-data.js";
import { trackerEventData, trackerSubject } from "./tracker-data.js";

/**
 * Every event, by name. The subscription rule, the payloads, the event names that GraphQL accepts, the
 * console's list and the webhooks of the API's document all follow from this table.
 */
export const events = {
  "recording.processed": defineEvent({
    when: "The analysis of a recording is complete, for the first time.",
    subject: recordingSubject,
    data: recordingEventData,
  }),
  "recording.integration_updated": defineEvent({
    when: "A recording was synced to a CRM.",
    subject: recordingSubject,
    data: recordingEventData,
  }),
  "client.created": defineEvent({
    when: "A recording is complete whose client a rep created. It is sent instead of recording.processed.",
    subject: recordingSubject,
    data: createdClientData,
  }),
  "recording.failed": defineEvent({
    when: "A recording can't be analysed: it has become failed. Never for a recording that is analysed already and whose new analysis fails.",
    subject: recordingSubject,
    data: failureEventData,
  }),
  "score.created": defineEvent({
    when: "The first analysis of a recording has a score. Never for a later analysis or a person's verdict.",
    subject: scoreSubject,
    data: scoreEventData,
  }),
  "appointment.missed": defineEvent({
    when: "The match window of an appointment is over, and no recording is matched. Never for an appointment that was first sent after that.",
    subject: missedSubject,
    data: missedEventData,
  }),
  "comment.created": defineEvent({
    when: "A user comments on a recording, replies, or shares a private comment. Never for private ones.",
    subject: commentSubject,
    data: commentEventData,
  }),
  "tracker.hit": defineEvent({
    when: "A tracker was found in a new call: once for each call and tracker. Never for earlier calls.",
    subject: trackerSubject,
    data: trackerEventData,
  }),
};

export type EventName = keyof typeof events;

/** The row that an event is about. */
export type EventRowOf<Name extends EventName> =
  (typeof events)[Name] extends EventDefinition<infer Row> ? Row : never;

export const eventNames = Object.keys(events) as EventName[];

/** The event for a webhook without an event list. Triggers filter only this event, and tests send it. */
export const DEFAULT_EVENT = "recording.processed" satisfies EventName;

export const isEventName = (name: string): name is EventName => Object.hasOwn(events, name);
