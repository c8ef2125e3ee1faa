import type { Db } from "../../../db/engine/connect.js";
import { loadReferencedFiles } from "../../../db/recordings/media.js";
import { classifyError, conflict, notFound } from "../../../graph/core/errors.js";
import type { MediaStorage } from "../../../graph/core/ports.js";
import type { CallUpload, UploadRequest } from "../../../rest/call-upload.js";
import type { UploadFiles } from "./upload-files.js";
import { formatUploadKey, type UploadRef, type UploadState } from "./upload-states.js";

/** File metadata sent by tus clients; all other metadata are fields of the call. */
const FILE_METADATA = new Set(["filename", "filetype"]);

/** A failure that sending again can't fix. */
const FINAL_CODES = new Set(["UNSUPPORTED_MEDIA_TYPE", "CONFLICT"]);

export const readFields = (metadata: UploadState["metadata"]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(metadata)
      .filter(([name]) => !FILE_METADATA.has(name))
      .map(([name, value]) => [name, value ?? ""]),
  );

/** Turns uploads into recordings or deletes them. */
export interface UploadEnds {
  /**
   * Creates the recording of a complete upload, once. Returns the recording's id. @throws the errors of an upload form
   */
  finish: (upload: UploadRef, request: UploadRequest) => Promise<string>;
  /** Deletes an upload. @throws CONFLICT if it is already a recording */
  remove: (upload: UploadRef) => Promise<void>;
}

/**
 * The file keeps the upload's id as its name. After a crash at any moment, the next call therefore finds the state left
 * by the previous one: the file in the store, the recording that refers to it, or the recording's id.
 */
export const createUploadEnds = (
  { db, media }: { db: Db; media: MediaStorage },
  files: UploadFiles,
  calls: CallUpload,
): UploadEnds => {
  const running = new Map<string, Promise<string>>();
  const removals = new Map<string, Promise<void>>();

  const removeUnreferenced = async ({ organizationId, id }: UploadRef): Promise<void> => {
    if ((await loadReferencedFiles(db, organizationId, [id])).length === 0)
      await media.remove(organizationId, id);
  };

  const finish = async (upload: UploadRef, request: UploadRequest): Promise<string> => {
    await removals.get(formatUploadKey(upload))?.catch(() => {});
    const state = await files.states.find(upload);
    if (!state) throw notFound();
    if (state.recordingId !== undefined) return state.recordingId;
    const { organizationId, id } = upload;
    const { metadata, ...kept } = state;
    const hints = [metadata["filename"], metadata["filetype"]].filter(
      (hint) => typeof hint === "string",
    );
    const path = files.states.resolvePath(upload);
    const stored = await media.adopt(organizationId, path, { file: id, hints });
    let isKept = false;
    const keep = (): void => void (isKept = true);
    const { recordingId } = await calls.run(readFields(metadata), { ...stored, keep }, request);
    await files.states.write(upload, { ...kept, metadata: {}, recordingId });
    // A processed recording refuses the file, unless an attempt before a crash has already attached it.
    if (!isKept) await removeUnreferenced(upload);
    return recordingId;
  };

  const removeIfFinal = async (upload: UploadRef, error: unknown): Promise<void> => {
    if (!FINAL_CODES.has(classifyError(error).failure.code)) return;
    await files.remove(upload);
    await removeUnreferenced(upload);
  };

  const removeUnfinished = async (upload: UploadRef): Promise<void> => {
    const state = await files.states.find(upload);
    if (state?.recordingId !== undefined)
      throw conflict("The upload is complete: delete its recording instead");
    await files.remove(upload);
  };

  return {
    finish: async (upload, request) => {
      const key = formatUploadKey(upload);
      const current =
        running.get(key) ??
        finish(upload, request)
          .catch(async (error: unknown) => {
            await removeIfFinal(upload, error);
            throw error;
          })
          .finally(() => running.delete(key));
      running.set(key, current);
      return current;
    },
    remove: async (upload) => {
      const key = formatUploadKey(upload);
      // The request that completed the file receives this failure.
      while (running.has(key)) await running.get(key)!.catch(() => {});
      const removal = removeUnfinished(upload).finally(() => removals.delete(key));
      removals.set(key, removal);
      return removal;
    },
  };
};
