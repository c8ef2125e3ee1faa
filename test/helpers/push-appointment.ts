import type { Answer, Tenant } from "./server.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

/** Sends an appointment of rep@example.com, 2026-03-03 10:00, as POST has it. */
export const pushAppointmentRaw = async (org: Tenant, fields: object = {}): Promise<Answer> =>
  org.send("POST", "/v1/scheduled-tasks", {
    event_id: "e-1",
    user_email: "rep@example.com",
    start_time: "2026-03-03T10:00:00Z",
    ...fields,
  });

/** The same; returns the appointment. */
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

/** The appointment as GET answers it, or undefined. */
export const fetchAppointment = async (org: Tenant, eventId = "e-1"): Promise<Answer["body"]> =>
  (await org.get(`/v1/scheduled-tasks/${encodeURIComponent(eventId)}`)).body.appointment;

/** The recording as GET answers it, or undefined. */
export const fetchRecording = async (org: Tenant, id: string): Promise<Answer["body"]> =>
  (await org.get(`/v1/recordings/${id}`)).body.recording;

/** Finishes the analysis of a call that is there. */
export const completeAnalysis = async (
  org: Tenant,
  id: string,
  input: object = {},
): Promise<void> => {
  await org.graphql(COMPLETE, { id, input: { summary: "A summary.", ...input } });
};

/** The client with this external id, or undefined. */
export const fetchClient = async (org: Tenant, crmEntityId: string): Promise<Answer["body"]> =>
  (await org.get(`/v1/clients?crmEntityId=${encodeURIComponent(crmEntityId)}`)).body.clients[0];

/** The same keys as those of `wanted`, to compare exactly where there are more: `like` takes {} for any. */
export const pickKeys = (from: Record<string, unknown>, wanted: object): object =>
  Object.fromEntries(Object.keys(wanted).map((key) => [key, from[key]]));
