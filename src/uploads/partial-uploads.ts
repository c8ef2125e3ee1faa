import { constants } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import { Failure } from "../../graph/core/errors.js";
import { keepSpaceFree, readDiskSpace } from "../media/free-space.js";
import { isMediaDirectory, isMediaFile } from "../media/media-names.js";

const UPLOAD_LIFETIME_MS = 24 * 60 * 60_000;
/** Unfinished uploads of an organization. */
const MAX_UNFINISHED = 16;
/** Their declared sizes together, as a multiple of the largest file. */
const MAX_UNFINISHED_FILES = 4;

/** What is stored beside an upload's bytes. */
export interface UploadState {
  size: number;
  metadata: Record<string, string | null>;
  createdAt: number;
  /** The JSON of the answer, once the recording exists. */
  answer?: string;
}

/** An upload as the library names it: the id is unique in its organization, and no other organization finds it. */
export const formatUploadKey = (organizationId: string, id: string): string =>
  `${organizationId}/${id}`;

const parseUploadKey = (key: string): { organizationId: string; id: string } => {
  const [organizationId = "", id = ""] = key.split("/");
  if (!isMediaDirectory(organizationId) || !isMediaFile(id)) throw ERRORS.FILE_NOT_FOUND;
  return { organizationId, id };
};

const STATE_SUFFIX = ".json";

const isMissing = (error: unknown): boolean => (error as { code?: unknown }).code === "ENOENT";

const undefinedIfMissing = (error: unknown): undefined => {
  if (!isMissing(error)) throw error;
};

const fsync = async (path: string): Promise<number> => {
  await using handle = await open(path, "r");
  await handle.sync();
  return (await handle.stat()).size;
};

/**
 * Keeps the bytes of unfinished uploads as files, in one directory for each organization. The length of a file is the
 * upload's offset: it is synced before the offset is returned.
 */
export class PartialUploads extends DataStore {
  override extensions = ["creation", "creation-with-upload", "termination", "expiration"];
  readonly #root: string;
  readonly #now: () => number;
  readonly #maxBytes: number;
  /** The last creation of each organization: its share is counted and used by one at a time. */
  readonly #creations = new Map<string, Promise<unknown>>();

  constructor(parts: { directory: string; now: () => number; maxBytes: number }) {
    super();
    this.#root = parts.directory;
    this.#now = parts.now;
    this.#maxBytes = parts.maxBytes;
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** Returns where the upload's bytes are until they move to the media store. @throws FILE_NOT_FOUND */
  resolvePath(key: string): string {
    const { organizationId, id } = parseUploadKey(key);
    return join(this.#root, organizationId, id);
  }

  isExpired({ createdAt }: Pick<UploadState, "createdAt">): boolean {
    return this.#now() - createdAt >= UPLOAD_LIFETIME_MS;
  }

  expiryOf({ createdAt }: Pick<UploadState, "createdAt">): Date {
    return new Date(createdAt + UPLOAD_LIFETIME_MS);
  }

  async findState(key: string): Promise<UploadState | undefined> {
    const text = await readFile(this.resolvePath(key) + STATE_SUFFIX, "utf8").catch(
      undefinedIfMissing,
    );
    return text === undefined ? undefined : (JSON.parse(text) as UploadState);
  }

  /** Replaces the state; it is on disk when this returns. */
  async writeState(key: string, state: UploadState): Promise<void> {
    const path = this.resolvePath(key) + STATE_SUFFIX;
    const draft = `${path}.new`;
    {
      await using handle = await open(draft, "w", 0o600);
      await handle.writeFile(JSON.stringify(state));
      await handle.sync();
    }
    await rename(draft, path);
    await fsync(dirname(path));
  }

  /** @throws RATE_LIMITED if the organization's share is used up */
  override async create(upload: Upload): Promise<Upload> {
    const { organizationId } = parseUploadKey(upload.id);
    const previous = this.#creations.get(organizationId);
    const creation = (async () => {
      await previous?.catch(() => {});
      await this.#create(organizationId, upload);
    })();
    this.#creations.set(organizationId, creation);
    try {
      await creation;
    } finally {
      if (this.#creations.get(organizationId) === creation) this.#creations.delete(organizationId);
    }
    return upload;
  }

  override async getUpload(key: string): Promise<Upload> {
    const state = await this.findState(key);
    if (!state) throw ERRORS.FILE_NOT_FOUND;
    if (this.isExpired(state)) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const { size, metadata, createdAt } = state;
    // A file that has moved was complete.
    const offset = (await fsync(this.resolvePath(key)).catch(undefinedIfMissing)) ?? size;
    const creationDate = new Date(createdAt).toISOString();
    return new Upload({ id: key, size, offset, metadata, creation_date: creationDate });
  }

  /** Appends a stream. Bytes that arrived before an error stay. @throws UNAVAILABLE if the disk is almost full */
  override async write(stream: Readable, key: string, offset: number): Promise<number> {
    const path = this.resolvePath(key);
    const file = await open(path, constants.O_WRONLY).catch(undefinedIfMissing);
    if (!file) {
      stream.resume();
      return offset;
    }
    await using handle = file;
    let position = offset;
    try {
      const source = keepSpaceFree(stream, async () => readDiskSpace(dirname(path)));
      for await (const chunk of source)
        for (let at = 0; at < chunk.length;) {
          const { bytesWritten } = await handle.write(chunk, at, chunk.length - at, position);
          at += bytesWritten;
          position += bytesWritten;
        }
    } finally {
      await handle.sync();
    }
    return position;
  }

  /** Deletes the upload; a recording that it has become stays. */
  override async remove(key: string): Promise<void> {
    const path = this.resolvePath(key);
    const found = await this.findState(key);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    // The state first: bytes without one are swept.
    await rm(path + STATE_SUFFIX, { force: true });
    await rm(path, { force: true });
  }

  /** Deletes the files of a creation or a removal that a crash interrupted, and expired uploads. Returns their number. */
  override async deleteExpired(): Promise<number> {
    let deleted = 0;
    for (const organizationId of await this.#listDirectory(this.#root)) {
      if (!isMediaDirectory(organizationId)) continue;
      const directory = join(this.#root, organizationId);
      for (const name of await this.#listDirectory(directory)) {
        const path = join(directory, name);
        const [id = ""] = name.split(".");
        const state = isMediaFile(id)
          ? await this.findState(formatUploadKey(organizationId, id))
          : undefined;
        const writtenAt = (await stat(path).catch(undefinedIfMissing))?.mtimeMs ?? Infinity;
        if (!this.isExpired(state ?? { createdAt: writtenAt })) continue;
        await rm(path, { force: true });
        deleted += 1;
      }
    }
    return deleted;
  }

  /** Lists the uploads that are not finished or expired. */
  async #listUnfinished(organizationId: string): Promise<UploadState[]> {
    const states: UploadState[] = [];
    for (const name of await this.#listDirectory(join(this.#root, organizationId))) {
      if (!name.endsWith(STATE_SUFFIX)) continue;
      const id = name.slice(0, -STATE_SUFFIX.length);
      const state = await this.findState(formatUploadKey(organizationId, id));
      if (state && state.answer === undefined && !this.isExpired(state)) states.push(state);
    }
    return states;
  }

  async #create(organizationId: string, { id: key, size = 0, metadata }: Upload): Promise<void> {
    const unfinished = await this.#listUnfinished(organizationId);
    const declared = unfinished.reduce((bytes, state) => bytes + state.size, size);
    if (unfinished.length >= MAX_UNFINISHED)
      throw new Failure("RATE_LIMITED", `${MAX_UNFINISHED} uploads are unfinished already`);
    if (declared > MAX_UNFINISHED_FILES * this.#maxBytes)
      throw new Failure(
        "RATE_LIMITED",
        `unfinished uploads may have ${MAX_UNFINISHED_FILES * this.#maxBytes} bytes together`,
      );
    const path = this.resolvePath(key);
    const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (created !== undefined)
      for (const parent of [dirname(this.#root), this.#root]) await fsync(parent);
    await (await open(path, "wx", 0o600)).close();
    await this.writeState(key, { size, metadata: metadata ?? {}, createdAt: this.#now() });
  }

  async #listDirectory(directory: string): Promise<string[]> {
    return (await readdir(directory).catch(undefinedIfMissing)) ?? [];
  }
}
