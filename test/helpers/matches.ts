import type { Tenant } from "./server.js";

const MATCH = `query ($id: ID!) {
  recording(id: $id) { eventId match { eventId method offset } appointment { eventId } client { crmEntityId } }
}`;

/** The event id, match, appointment and client of a recording, processed or not. */
// oxlint-disable-next-line typescript/no-explicit-any
export const matchingOf = async (org: Tenant, id: string): Promise<any> =>
  (await org.graph(MATCH, { id })).recording;

/** How a recording is matched, in one text: `e-1 window`, or null. */
export const matchOf = async (org: Tenant, id: string): Promise<string | null> => {
  const { match } = await matchingOf(org, id);
  return match && `${match.eventId} ${match.method}`;
};

/** So many minutes from 2026-03-03 10:00, the start of the appointments that tests push. */
export const minutes = (count: number): string =>
  new Date(Date.parse("2026-03-03T10:00:00Z") + count * 60_000).toISOString();

/** A call so many minutes from that start. */
export const callAt = async (org: Tenant, offset: number, fields: object = {}): Promise<string> =>
  org.call({ started_at: minutes(offset), ...fields });

const CHANGES = {
  link: `mutation ($id: ID!, $eventId: String!) {
    linkAppointment(recordingId: $id, eventId: $eventId) { eventId match { method offset } }
  }`,
  unlink: `mutation ($id: ID!) { unlinkAppointment(recordingId: $id) { eventId match { method } } }`,
  erase: `mutation ($id: ID!) { deleteRecording(id: $id) }`,
};

// oxlint-disable-next-line typescript/no-explicit-any
export const link = async (org: Tenant, id: string, eventId: string): Promise<any> =>
  (await org.graph(CHANGES.link, { id, eventId })).linkAppointment;

// oxlint-disable-next-line typescript/no-explicit-any
export const unlink = async (org: Tenant, id: string): Promise<any> =>
  (await org.graph(CHANGES.unlink, { id })).unlinkAppointment;

export const erase = async (org: Tenant, id: string): Promise<void> => {
  await org.graph(CHANGES.erase, { id });
};

export const drop = async (org: Tenant, eventId: string): Promise<void> => {
  await org.send("DELETE", `/v1/scheduled-tasks/${eventId}`);
};
