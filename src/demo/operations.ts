import type { DemoEventKind } from "./events.js";

/**
 * The operation for each kind of event. Inputs are whole variables: graphql-jit turns an absent
 * variable inside an object into null.
 */
export const operations: Record<Exclude<DemoEventKind, "analysis">, string> = {
  user: `mutation ($input: UserInput!) { done: upsertUser(input: $input) { email } }`,
  team: `mutation ($input: TeamInput!) { done: upsertTeam(input: $input) { id } }`,
  template: `mutation ($input: TemplateInput!) {
    done: upsertTemplate(input: $input) { id questions { id question } }
  }`,
  appointment: `mutation ($input: AppointmentInput!) {
    done: upsertAppointment(input: $input) { id }
  }`,
  call: `mutation ($input: CallInput!) { done: ingestCall(input: $input) { id clientId } }`,
  start: `mutation ($recordingId: ID!) { done: startAnalysis(recordingId: $recordingId) { id } }`,
  fail: `mutation ($recordingId: ID!, $reason: String!) {
    done: failAnalysis(recordingId: $recordingId, reason: $reason) { id }
  }`,
  webhook: `mutation ($input: WebhookUpsert!) {
    done: upsertWebhook(input: $input) { webhook { id } }
  }`,
  review: `mutation ($recordingId: ID!, $reviewerEmail: String!, $durationMs: Int!) {
    done: addReview(
      recordingId: $recordingId, reviewerEmail: $reviewerEmail, durationMs: $durationMs
    ) { id }
  }`,
  client: `mutation ($id: ID!, $input: ClientPatch!) {
    done: updateClient(id: $id, input: $input) { id }
  }`,
  activity: `mutation ($email: String!, $input: UserActivityInput!) {
    done: recordUserActivity(email: $email, input: $input) { email }
  }`,
};
