import type { Tenant } from "../server.js";

const MATCH = `query ($id: ID!) {
  recording(id: $id) { eventId match { eventId method offset } appointment { eventId } client { crmEntityId } }
}`;

/** Loads the event ID, match, appointment and client of a recording, processed or not. */
// oxlint-disable-next-line typescript/no-explicit-any
export const loadMatching = async (org: Tenant, id: string): Promise<any> =>
  (await org.graphql(MATCH, { id })).recording;

/** Loads a recording's match as text: `e-1 window`, or null. */
export const loadMatch = async (org: Tenant, id: string): Promise<string | null> => {
  const { match } = await loadMatching(org, id);
  return match && `${match.eventId} ${match.method}`;
};

/** Returns the time `count` minutes after 2026-03-03 10:00, when the tests' appointments start. */
export const addMinutes = (count: number): string =>
  new Date(Date.parse("2026-03-03T10:00:00Z") + count * 60_000).toISOString();

/** Ingests a call `offset` minutes after that start. */
export const ingestCallAt = async (
  org: Tenant,
  offset: number,
  fields: object = {},
): Promise<string> => org.ingestCall({ started_at: addMinutes(offset), ...fields });

const MUTATIONS = {
  link: `mutation ($id: ID!, $eventId: String!) {
    linkAppointment(recordingId: $id, eventId: $eventId) { eventId match { method offset } }
  }`,
  unlink: `mutation ($id: ID!) { unlinkAppointment(recordingId: $id) { eventId match { method } } }`,
  erase: `mutation ($id: ID!) { deleteRecording(id: $id) }`,
};

// oxlint-disable-next-line typescript/no-explicit-any
export const linkAppointment = async (org: Tenant, id: string, eventId: string): Promise<any> =>
  (await org.graphql(MUTATIONS.link, { id, eventId })).linkAppointment;

// oxlint-disable-next-line typescript/no-explicit-any
export const unlinkAppointment = async (org: Tenant, id: string): Promise<any> =>
  (await org.graphql(MUTATIONS.unlink, { id })).unlinkAppointment;

export const deleteRecording = async (org: Tenant, id: string): Promise<void> => {
  await org.graphql(MUTATIONS.erase, { id });
};

export const deleteAppointment = async (org: Tenant, eventId: string): Promise<void> => {
  await org.send("DELETE", `/v1/scheduled-tasks/${eventId}`);
};
