import type { Db } from "../../db/engine/connect.js";
import { loadReferencedFiles } from "../../db/recordings/media.js";
import type { Credential } from "../../graph/core/credential.js";
import { classifyError, notFound } from "../../graph/core/errors.js";
import type { MediaStorage } from "../../graph/core/ports.js";
import type { CallUpload } from "../../rest/call-upload.js";
import type { RequestState } from "../../rest/rest-context.js";
import { formatUploadKey, type PartialUploads, type UploadState } from "./partial-uploads.js";

/** Metadata of the file, as clients of the protocol send it; the rest are the fields of the call. */
const FILE_METADATA = new Set(["filename", "filetype"]);

/** A failure that a repetition can't change. */
const FINAL_CODES = new Set(["UNSUPPORTED_MEDIA_TYPE", "CONFLICT"]);

export const readFields = (metadata: UploadState["metadata"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([name]) => !FILE_METADATA.has(name))
      .map(([name, value]) => [name, value ?? ""]),
  );

/** Creates the recording of a complete upload. A second call returns the first one's answer. */
export type FinishUpload = (
  id: string,
  request: { credential: Credential; requestId: string; state: Pick<RequestState, "error"> },
) => Promise<string>;

/**
 * The file keeps the upload's id as its name. After a crash at any moment, the next call therefore finds what the one
 * before has done: the file in the store, the recording that refers to it, or the answer.
 */
export const createFinishUpload = (
  { db, media }: { db: Db; media: MediaStorage },
  partial: PartialUploads,
  calls: CallUpload,
): FinishUpload => {
  const running = new Map<string, Promise<string>>();

  const finish = async (key: string, id: string, request: Parameters<FinishUpload>[1]) => {
    const organizationId = request.credential.organizationId!;
    const state = await partial.findState(key);
    if (!state) throw notFound();
    if (state.answer !== undefined) return state.answer;
    const { filename, filetype } = state.metadata;
    const hints = [filename, filetype].filter((hint) => typeof hint === "string");
    const stored = await media.adopt(organizationId, partial.resolvePath(key), { file: id, hints });
    let isKept = false;
    const keep = (): void => void (isKept = true);
    const answer = await calls.run(readFields(state.metadata), { ...stored, keep }, request);
    await partial.writeState(key, { ...state, answer });
    // A recording that is processed by now refuses the file, unless an attempt before a crash attached it.
    if (!isKept && (await loadReferencedFiles(db, organizationId, [id])).length === 0)
      await media.remove(organizationId, id);
    return answer;
  };

  const removeIfFinal = async (key: string, id: string, organizationId: string, error: unknown) => {
    if (!FINAL_CODES.has(classifyError(error).failure.code)) return;
    await partial.remove(key);
    if ((await loadReferencedFiles(db, organizationId, [id])).length === 0)
      await media.remove(organizationId, id);
  };

  return async (id, request) => {
    const organizationId = request.credential.organizationId!;
    const key = formatUploadKey(organizationId, id);
    const current =
      running.get(key) ??
      finish(key, id, request)
        .catch(async (error: unknown) => {
          await removeIfFinal(key, id, organizationId, error);
          throw error;
        })
        .finally(() => running.delete(key));
    running.set(key, current);
    return current;
  };
};
