import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { notFound } from "../../../graph/core/errors.js";
import { isMediaDirectory, isMediaFile } from "../../media/media-names.js";
import { undefinedIfMissing } from "../../base/files/missing-file.js";

/** The id of an upload within its organization. */
export interface UploadRef {
  organizationId: string;
  id: string;
}

/** An upload's name for the library. */
export const formatUploadKey = ({ organizationId, id }: UploadRef): string =>
  `${organizationId}/${id}`;

/** The state stored beside an upload's bytes. */
export interface UploadState {
  /** The declared length, in bytes. */
  size: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The fields of the call, as texts, until the recording exists; then only the recording stores them. */
  metadata: Record<string, string | null>;
  /** The signed-in user who sends it; absent for a key. */
  userId?: string | undefined;
  recordingId?: string;
}

const UNFINISHED_SUFFIX = ".json";
const FINISHED_SUFFIX = ".done";

/** Syncs a file or directory to the disk. Returns its size in bytes. */
export const fsync = async (path: string): Promise<number> => {
  await using handle = await open(path, "r");
  await handle.sync();
  return (await handle.stat()).size;
};

export const listDirectory = async (directory: string): Promise<string[]> =>
  (await readdir(directory).catch(undefinedIfMissing)) ?? [];

/** Keeps the states of uploads as files beside their bytes, in one directory for each organization. */
export class UploadStates {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  directoryOf(organizationId: string): string {
    if (!isMediaDirectory(organizationId)) throw notFound();
    return join(this.#root, organizationId);
  }

  /** Returns where the upload's bytes are until they move to the media store. @throws NOT_FOUND for an invalid id */
  resolvePath({ organizationId, id }: UploadRef): string {
    if (!isMediaFile(id)) throw notFound();
    return join(this.directoryOf(organizationId), id);
  }

  async find(upload: UploadRef): Promise<UploadState | undefined> {
    const path = this.resolvePath(upload);
    for (const suffix of [FINISHED_SUFFIX, UNFINISHED_SUFFIX]) {
      const text = await readFile(path + suffix, "utf8").catch(undefinedIfMissing);
      if (text !== undefined) return JSON.parse(text) as UploadState;
    }
    return undefined;
  }

  /** Replaces the state; it is on disk when this returns. */
  async write(upload: UploadRef, state: UploadState): Promise<void> {
    const path = this.resolvePath(upload);
    const isFinished = state.recordingId !== undefined;
    const draft = `${path}.new`;
    {
      await using handle = await open(draft, "w", 0o600);
      await handle.writeFile(JSON.stringify(state));
      await handle.sync();
    }
    await rename(draft, path + (isFinished ? FINISHED_SUFFIX : UNFINISHED_SUFFIX));
    if (isFinished) await rm(path + UNFINISHED_SUFFIX, { force: true });
    await fsync(dirname(path));
  }

  async remove(upload: UploadRef): Promise<void> {
    const path = this.resolvePath(upload);
    for (const suffix of [UNFINISHED_SUFFIX, FINISHED_SUFFIX])
      await rm(path + suffix, { force: true });
  }

  async listUnfinished(organizationId: string): Promise<(UploadRef & { state: UploadState })[]> {
    const unfinished = [];
    for (const name of await listDirectory(this.directoryOf(organizationId))) {
      if (!name.endsWith(UNFINISHED_SUFFIX)) continue;
      const upload = { organizationId, id: name.slice(0, -UNFINISHED_SUFFIX.length) };
      const state = await this.find(upload);
      if (state && state.recordingId === undefined) unfinished.push({ ...upload, state });
    }
    return unfinished;
  }
}
