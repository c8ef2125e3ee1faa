import { listClientIds } from "../../../db/clients/client.js";
import { eraseInboundCallsByIds, listInboundCallIds } from "../../../db/dialers/inbound-calls.js";
import type { Db } from "../../../db/engine/connect.js";
import { write } from "../../../db/engine/write.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { listErasedRecordings } from "../../../db/recordings/erased.js";
import { listRecordingIds } from "../../../db/recordings/list.js";
import { eraseClient } from "../../../graph/clients/erase.js";
import { PROGRAM_ACTOR } from "../../../graph/core/actor.js";
import { audit } from "../../../graph/access/audit.js";
import { type Context, createContext, type Services } from "../../../graph/context/context.js";
import { mutate } from "../../../graph/context/mutate.js";
import { eraseAndRematch } from "../../../graph/recordings/erase.js";
import type { Log } from "../../base/log/log.js";
import type { StoredErasureJournal } from "./erasure-journal.js";

const PAGE_SIZE = 1_000;

/** Records erasures that are in the database but not in the journal, which was lost or is older than the database. */
const recordKnownErasures = async (
  db: Db,
  journal: StoredErasureJournal,
  organizationId: string,
): Promise<number> => {
  let count = 0;
  for (let after = -1, isFull = true; isFull;) {
    const page = await listErasedRecordings(db, organizationId, {
      after,
      to: Number.MAX_SAFE_INTEGER,
      limit: PAGE_SIZE,
    });
    await journal.record(
      organizationId,
      page.map(({ id }) => ({ kind: "recording", id })),
    );
    count += page.length;
    after = page.at(-1)?.position ?? after;
    isFull = page.length === PAGE_SIZE;
  }
  return count;
};

async function* iterateIds(
  list: (db: Db, organizationId: string, after: string, limit: number) => Promise<string[]>,
  db: Db,
  organizationId: string,
): AsyncGenerator<string> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const page: string[] = await list(db, organizationId, after, PAGE_SIZE);
    yield* page;
    after = page[PAGE_SIZE - 1];
  }
}

type Erase = (context: Context, id: string) => Promise<boolean>;

const auditAgain = async (trx: Db, context: Context, id: string): Promise<void> =>
  audit(trx, context, { action: "erasure.reapplied", subject: id });

const eraseClientAgain: Erase = async (context, id) => {
  if (!(await eraseClient(context, id))) return false;
  await mutate(context, (trx) => auditAgain(trx, context, id));
  return true;
};

const eraseRecordingAgain: Erase = async (context, id) =>
  mutate(context, async (trx, effects) => {
    if (!(await eraseAndRematch(trx, context, effects, id))) return false;
    await auditAgain(trx, context, id);
    return true;
  });

/**
 * Erases received calls of erased recordings. A restored database may contain the entry of a call that was refused at
 * first, without its recording. Returns their number.
 */
const eraseReceivedCalls = async (
  db: Db,
  journal: StoredErasureJournal,
  organizationId: string,
): Promise<number> => {
  const calls = await listInboundCallIds(db, organizationId);
  const erased = calls.filter(({ callId }) =>
    journal.has(organizationId, { kind: "call", id: callId }),
  );
  if (erased.length > 0)
    await write(db, organizationId, (trx) =>
      eraseInboundCallsByIds(
        trx,
        organizationId,
        erased.map(({ id }) => id),
      ),
    );
  return erased.length;
};

/**
 * Repeats erasures whose data is still in the database: a restore brought it back, or the process died between the
 * journal entry and the commit. Call it before serving requests.
 */
export const reapplyErasures = async (
  services: Services,
  journal: StoredErasureJournal,
  log: Log,
): Promise<void> => {
  const { db } = services;
  const organizations = await listOrganizations(db);
  let known = 0;
  for (const { id } of organizations) known += await recordKnownErasures(db, journal, id);
  const searches = [
    // Clients first: erasing them includes their recordings.
    ...(journal.count("client") > 0
      ? [{ kind: "client" as const, list: listClientIds, erase: eraseClientAgain }]
      : []),
    ...(journal.count("recording") > known
      ? [{ kind: "recording" as const, list: listRecordingIds, erase: eraseRecordingAgain }]
      : []),
  ];
  const erased = { client: 0, recording: 0 };
  for (const { kind, list, erase } of searches)
    for (const { id: organizationId } of organizations) {
      const credential = { role: "internal", organizationId } as const;
      const context = {
        ...createContext(services, credential, "erasures"),
        actor: () => PROGRAM_ACTOR,
      };
      for await (const id of iterateIds(list, db, organizationId)) {
        if (!journal.has(organizationId, { kind, id })) continue;
        if (await erase(context, id)) erased[kind] += 1;
      }
    }
  let receivedCalls = 0;
  if (journal.count("call") > 0)
    for (const { id } of organizations) receivedCalls += await eraseReceivedCalls(db, journal, id);
  if (erased.client + erased.recording + receivedCalls > 0)
    log.warn(
      { clients: erased.client, recordings: erased.recording, receivedCalls },
      "erased again what the database still contained, such as after a restore",
    );
};
