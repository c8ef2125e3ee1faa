import { insertClient } from "../../../db/clients/client.js";
import { insertClip } from "../../../db/clips/clip.js";
import { insertComment } from "../../../db/comments/comment.js";
import { insertRecording } from "../../../db/recordings/recording.js";
import { findUserByEmail } from "../../../db/people/users.js";
import type { Db } from "../../../db/engine/connect.js";
import { write } from "../../../db/engine/write.js";
import { formatQuery } from "../graphql/format-query.js";
import type { Answer, Tenant, SharedServer } from "../server.js";

/**
 * Inserts processed recordings created at these times, in milliseconds. Returns their IDs in the
 * same order.
 */
export const insertRecordings = async (
  { services }: SharedServer,
  org: Tenant,
  times: readonly number[],
): Promise<string[]> => {
  const user = await findUserByEmail(services.db, org.id, "rep@example.com");
  const ids = times.map(() => services.newId());
  await write(services.db, org.id, async (trx) => {
    for (const [index, id] of ids.entries())
      await insertRecording(
        trx,
        org.id,
        { now: times[index]! },
        {
          id,
          name: `Call ${index}`,
          status: "processed",
          source: "dialer",
          userId: user!.id,
          startedAt: times[index]!,
          duration: 0,
          customFields: "{}",
          summary: "",
          notes: "",
        },
      );
  });
  return ids;
};

/** Adds an action item to calls created at these times, in milliseconds. */
export const addActionItems = async (
  server: SharedServer,
  org: Tenant,
  times: readonly number[],
): Promise<void> => {
  for (const id of await insertRecordings(server, org, times))
    await org.graphql(
      `mutation ($id: ID!) { addActionItem(recordingId: $id, input: { text: "Call" }) { id } }`,
      { id },
    );
};

/** What an entry on a call needs. */
interface EntryParts {
  id: string;
  recordingId: string;
  authorId: string;
  createdAt: number;
}

/** Inserts a processed recording, and for each of these times an entry on it by its rep. */
const insertOnCall = async (
  server: SharedServer,
  org: Tenant,
  times: readonly number[],
  insert: (trx: Db, parts: EntryParts) => Promise<void>,
): Promise<void> => {
  const { services } = server;
  const calls = await insertRecordings(server, org, [Date.parse("2026-01-01")]);
  const rep = await findUserByEmail(services.db, org.id, "rep@example.com");
  const parts = { recordingId: calls[0]!, authorId: rep!.id };
  await write(services.db, org.id, async (trx) => {
    for (const createdAt of times) await insert(trx, { id: services.newId(), ...parts, createdAt });
  });
};

/** Adds comments at these times, in milliseconds, to one call. */
export const addComments = async (
  server: SharedServer,
  org: Tenant,
  times: readonly number[],
): Promise<void> =>
  insertOnCall(server, org, times, async (trx, parts) =>
    insertComment(trx, org.id, {
      ...parts,
      threadId: null,
      threadAuthorId: parts.authorId,
      isPrivate: 0,
      text: "Well asked.",
      startMs: null,
      endMs: null,
      line: null,
      lineFrom: null,
      lineTo: null,
      editedAt: null,
      resolvedAt: null,
      resolvedBy: null,
      eventId: null,
    }),
  );

/** Adds clips made at these times, in milliseconds, to one call. */
export const addClips = async (
  server: SharedServer,
  org: Tenant,
  times: readonly number[],
): Promise<void> =>
  insertOnCall(server, org, times, async (trx, parts) =>
    insertClip(trx, org.id, {
      ...parts,
      title: "A good close",
      startMs: 0,
      endMs: 2_000,
      isWhole: 0,
      isForEveryone: 0,
      file: null,
      bytes: null,
      cutFailures: 0,
      cutProblem: null,
      cutAfter: null,
    }),
  );

/** Inserts clients created at these times, in milliseconds. Returns their IDs in the same order. */
export const insertClients = async (
  { services }: SharedServer,
  org: Tenant,
  times: readonly number[],
): Promise<string[]> => {
  const ids = times.map(() => services.newId());
  await write(services.db, org.id, async (trx) => {
    for (const [index, id] of ids.entries())
      await insertClient(trx, org.id, {
        id,
        name: `Client ${index}`,
        email: null,
        crmEntityId: `crm-${id}`,
        address: null,
        createdForUserId: null,
        now: times[index]!,
      });
  });
  return ids;
};

/** Pushes appointments that start at these times. Returns their event IDs in the same order. */
export const pushAppointments = async (
  org: Tenant,
  times: readonly number[],
): Promise<string[]> => {
  const ids = times.map((_, index) => `e-${index}`);
  for (const [index, event_id] of ids.entries())
    await org.send("POST", "/v1/scheduled-tasks", {
      event_id,
      user_email: "rep@example.com",
      start_time: new Date(times[index]!).toISOString(),
    });
  return ids;
};

/** Follows nextCursor to the end. Returns every page's response. */
export const fetchAllPages = async (
  org: Tenant,
  path: string,
  limit: number,
  parameter = "startAfter",
): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after = { limit: String(limit), ...(cursor && { [parameter]: cursor }) };
    const answer = await org.get(`${path}?${formatQuery(after)}`);
    if (answer.status !== 200) throw new Error(answer.text);
    answers.push(answer);
    if (answer.body.nextCursor !== null && answer.body.nextCursor === cursor)
      throw new Error(`${cursor} leads to itself`);
    cursor = answer.body.nextCursor;
  }
  return answers;
};
