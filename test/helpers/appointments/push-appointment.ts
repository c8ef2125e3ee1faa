import type { Answer, Tenant } from "../server.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

/** Pushes an appointment of rep@example.com at 2026-03-03 10:00 and returns the response. */
export const pushAppointmentRaw = async (org: Tenant, fields: object = {}): Promise<Answer> =>
  org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
    ...fields,
  });

/** Pushes it and returns the appointment. */
export const pushAppointment = async (
  org: Tenant,
  fields: object = {},
): Promise<Answer["body"]> => {
  const answer = await pushAppointmentRaw(org, fields);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.appointment;
};

export const putAppointment = async (
  org: Tenant,
  fields: object,
  eventId = "e-1",
): Promise<Answer> => org.send("PUT", `/v1/scheduled-tasks/${encodeURIComponent(eventId)}`, fields);

/** Fetches the appointment, or undefined. */
export const fetchAppointment = async (org: Tenant, eventId = "e-1"): Promise<Answer["body"]> =>
  (await org.get(`/v1/scheduled-tasks/${encodeURIComponent(eventId)}`)).body.appointment;

/** Fetches the recording, or undefined. */
export const fetchRecording = async (org: Tenant, id: string): Promise<Answer["body"]> =>
  (await org.get(`/v1/recordings/${id}`)).body.recording;

/** Completes the analysis of an existing call. */
export const completeAnalysis = async (
  org: Tenant,
  id: string,
  input: object = {},
): Promise<void> => {
  await org.graphql(COMPLETE, { id, input: { summary: "A summary.", ...input } });
};

/** Fetches the client with this CRM ID, or undefined. */
export const fetchClient = async (org: Tenant, crmEntityId: string): Promise<Answer["body"]> =>
  (await org.get(`/v1/clients?crmEntityId=${encodeURIComponent(crmEntityId)}`)).body.clients[0];

/** Picks the keys of `expected`, for exact comparison: `like` would accept any value for {}. */
export const pickKeys = (from: Record<string, unknown>, expected: object): object =>
  Object.fromEntries(Object.keys(expected).map((key) => [key, from[key]]));
