import type { Db } from "../engine/connect.js";
import type { MediaRow } from "../recordings/media.js";

/** A clip without its own file, and the recording's file to cut it from. */
export interface DueCut {
  id: string;
  recordingId: string;
  startMs: number;
  endMs: number;
  cutFailures: number;
  cutProblem: string | null;
  source: Pick<MediaRow, "file" | "type" | "bytes">;
}

/** Lists the ids of organizations with a clip whose cut is due. */
export const listOrganizationsWithDueCuts = async (db: Db, now: number): Promise<string[]> =>
  db("clips")
    .distinct("clips.organization_id")
    .join("media as m", (on) =>
      on
        .on("m.organization_id", "clips.organization_id")
        .andOn("m.recording_id", "clips.recording_id"),
    )
    .whereRaw("clips.file IS NULL AND clips.cut_after <= ? AND m.unchecked = 0", [now])
    .pluck("clips.organization_id");

/** Finds the clip whose cut has been due for the longest time. */
export const findDueCut = async (
  db: Db,
  organizationId: string,
  now: number,
): Promise<DueCut | undefined> => {
  const row = await db("clips as c")
    .join("media as m", (on) =>
      on.on("m.organization_id", "c.organization_id").andOn("m.recording_id", "c.recording_id"),
    )
    .select({
      id: "c.id",
      recordingId: "c.recording_id",
      startMs: "c.start_ms",
      endMs: "c.end_ms",
      cutFailures: "c.cut_failures",
      cutProblem: "c.cut_problem",
      file: "m.file",
      type: "m.type",
      bytes: "m.bytes",
    })
    .where("c.organization_id", organizationId)
    .whereRaw("c.file IS NULL AND c.cut_after <= ? AND m.unchecked = 0", [now])
    .orderBy(["c.cut_after", "c.id"])
    .first();
  if (!row) return undefined;
  const { file, type, bytes, ...cut } = row as Omit<DueCut, "source"> & DueCut["source"];
  return { ...cut, source: { file, type, bytes } };
};

/** Selects whether a clip's recording still has the file that it was cut from. */
const selectSource = (trx: Db, organizationId: string, { file }: DueCut["source"]) =>
  trx("media as m")
    .select(trx.raw("1"))
    .where({ "m.organization_id": organizationId, "m.file": file })
    .whereRaw("m.recording_id = clips.recording_id");

/**
 * Stores a clip's file. Returns false, and changes nothing, if the clip has been deleted or cut meanwhile, or its
 * recording has another file, or one that redaction must check.
 */
export const storeCut = async (
  trx: Db,
  organizationId: string,
  { id, source }: Pick<DueCut, "id" | "source">,
  { file, bytes }: { file: string; bytes: number },
): Promise<boolean> => {
  const updated = await trx("clips")
    .where({ organization_id: organizationId, id })
    .whereNull("file")
    .whereExists(selectSource(trx, organizationId, source).where("m.unchecked", 0))
    .update({ file, bytes, cut_failures: 0, cut_problem: null, cut_after: null });
  return updated === 1;
};

/**
 * Stores a failed attempt, unless the recording has another file meanwhile. `retryAt`: milliseconds since 1970; null
 * ends the attempts.
 */
export const updateFailedCut = async (
  trx: Db,
  organizationId: string,
  { id, cutFailures, source }: DueCut,
  { problem, retryAt }: { problem: string; retryAt: number | null },
): Promise<void> => {
  await trx("clips")
    .where({ organization_id: organizationId, id })
    .whereNull("file")
    .whereExists(selectSource(trx, organizationId, source))
    .update({ cut_failures: cutFailures + 1, cut_problem: problem, cut_after: retryAt });
};

/** Queues a clip whose file is missing. */
export const requeueCut = async (
  trx: Db,
  organizationId: string,
  { id, file }: { id: string; file: string },
): Promise<void> => {
  await trx("clips")
    .where({ organization_id: organizationId, id, file })
    .update({ file: null, bytes: null, cut_after: 0 });
};
