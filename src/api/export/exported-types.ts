import { APPOINTMENT_FRAGMENT } from "../../../rest/routes/appointments.js";
import { CLIENT_FRAGMENT } from "../../../rest/routes/clients.js";
import { RECORDING_DETAILS_FRAGMENT } from "../../../rest/routes/recordings.js";

/** The exported types, in the order of the lines, with the operation that loads each in its /v1 shape. */
export const exportedTypes: { type: string; operation: string }[] = [
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
    operation:
      "query { body: templates { id name version questions { id question kind weight } } }",
  },
  {
    type: "webhook",
    operation: "query { body: webhooks { id url active trigger events } }",
  },
  {
    type: "client",
    operation: `query ($after: String) {
      body: clients(first: 100, after: $after) { nodes { ...client } nextCursor }
    } ${CLIENT_FRAGMENT}`,
  },
  {
    type: "appointment",
    operation: `query ($after: String) {
      body: appointments(first: 100, after: $after) { nodes { ...appointment } nextCursor }
    } ${APPOINTMENT_FRAGMENT}`,
  },
  {
    type: "recording",
    operation: `query ($after: String) {
      body: recordings(first: 100, after: $after) {
        nodes {
          id name status createdAt duration summary recording: url
          ...recordingDetails
          closed
          process { templateVersion summary score followed missed total answers {
            questionId question kind weight answer yes rating evidence start verdict { yes rating notApplicable by at }
          } }
          transcript { speaker text start end }
        }
        nextCursor
      }
    } ${RECORDING_DETAILS_FRAGMENT}`,
  },
];
