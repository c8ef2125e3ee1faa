import { isInScope } from "../../db/engine/viewer-scope.js";
import type { Db } from "../../db/engine/connect.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { isHiddenFrom } from "../consent/hidden.js";
import type { Context } from "../context/context.js";
import { conflict, notFound } from "../core/errors.js";
import { requireRecording } from "./recording.js";

/** Returns whether the caller sees a recording that was read without their scope. */
export const maySee = (context: Context, recording: RecordingRow): boolean =>
  isInScope(context.scope, recording.userId) && !isHiddenFrom(context, recording);

/** Loads a processed recording that the caller sees, inside a change. @throws NOT_FOUND, CONFLICT */
export const requireVisibleRecording = async (
  trx: Db,
  context: Context,
  id: string,
): Promise<RecordingRow> => {
  const recording = await requireRecording(trx, context.organizationId, id);
  if (!maySee(context, recording)) throw notFound("Recording");
  if (recording.status !== "processed")
    throw conflict(`The recording is ${recording.status}; this needs processed`);
  return recording;
};
