import { APPOINTMENT } from "../../rest/appointments.js";
import { CLIENT } from "../../rest/clients.js";
import { DETAILS } from "../../rest/recordings.js";

/** What a line can be of, in the order of the lines, and how it is read: as /v1 shows it. */
export const parts: { type: string; operation: string }[] = [
  {
    type: "user",
    operation: `query {
      body: users {
        name email role
        lastProcessAIAction lastProcessAIAt lastCoachAssistantAction lastCoachAssistantAt
        lastRecordedAt accessedAt updatedAt createdAt
      }
    }`,
  },
  { type: "team", operation: "query { body: teams { id name members { email name role } } }" },
  {
    type: "template",
    operation: "query { body: templates { id name questions { id question } } }",
  },
  {
    type: "webhook",
    operation: "query { body: webhooks { id url active trigger events } }",
  },
  {
    type: "client",
    operation: `query ($after: String) {
      body: clients(first: 100, after: $after) { nodes { ...client } nextCursor }
    } ${CLIENT}`,
  },
  {
    type: "appointment",
    operation: `query ($after: String) {
      body: appointments(first: 100, after: $after) { nodes { ...appointment } nextCursor }
    } ${APPOINTMENT}`,
  },
  {
    type: "recording",
    operation: `query ($after: String) {
      body: recordings(first: 100, after: $after) {
        nodes {
          id name status createdAt duration summary recording: url
          ...recordingDetails
          closed
          process { summary followed missed total answers { questionId question answer yes } }
          transcript { speaker text start end }
        }
        nextCursor
      }
    } ${DETAILS}`,
  },
];
