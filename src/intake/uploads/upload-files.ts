import { constants } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { FairShares } from "../../../db/engine/fair-shares.js";
import { Failure, notFound } from "../../../graph/core/errors.js";
import { keepSpaceFree, readDiskSpace } from "../../base/files/free-space.js";
import { isMediaFile } from "../../media/media-names.js";
import { undefinedIfMissing } from "../../base/files/missing-file.js";
import {
  fsync,
  listDirectory,
  type UploadRef,
  type UploadState,
  UploadStates,
} from "./upload-states.js";
import { makeDirectories } from "../../base/files/make-directories.js";

const UPLOAD_LIFETIME_MS = 24 * 60 * 60_000;
/** Unfinished uploads of an organization's keys, and as many of its people: neither takes the other's places. */
const MAX_UNFINISHED = 16;
/** The limit of their total declared size, as a multiple of the largest file. */
const MAX_UNFINISHED_FILES = 4;

/**
 * Keeps the bytes of unfinished uploads as files. The length of a file is the upload's offset: it is synced before the
 * offset is returned.
 */
export class UploadFiles {
  readonly maxBytes: number;
  readonly states: UploadStates;
  readonly #root: string;
  readonly #now: () => number;
  /** Creates one upload per organization at a time, because each creation counts the existing ones. */
  readonly #creations = new FairShares({ places: 64, placesPerKey: 1, waitingPerKey: 64 });

  /** `maxBytes`: the largest file. */
  constructor(parts: { directory: string; now: () => number; maxBytes: number }) {
    this.#root = parts.directory;
    this.#now = parts.now;
    this.maxBytes = parts.maxBytes;
    this.states = new UploadStates(parts.directory);
  }

  isExpired({ createdAt }: Pick<UploadState, "createdAt">): boolean {
    return this.#now() - createdAt >= UPLOAD_LIFETIME_MS;
  }

  expiryOf({ createdAt }: Pick<UploadState, "createdAt">): Date {
    return new Date(createdAt + UPLOAD_LIFETIME_MS);
  }

  /** @throws RATE_LIMITED if the organization's share is used up */
  async create(
    upload: UploadRef,
    { size, metadata, userId }: Pick<UploadState, "size" | "metadata" | "userId">,
  ): Promise<void> {
    const release = await this.#creations.acquire(upload.organizationId);
    try {
      await this.#validateShare(upload.organizationId, { size, userId });
      const path = this.states.resolvePath(upload);
      const created = await makeDirectories(dirname(path));
      if (created !== undefined)
        for (const parent of [dirname(this.#root), this.#root]) await fsync(parent);
      await (await open(path, "wx", 0o600)).close();
      const createdAt = this.#now();
      await this.states.write(upload, { size, metadata, createdAt, userId });
    } finally {
      release();
    }
  }

  /** Returns how many bytes are on disk. A file that has moved to the media store counts as complete. */
  async readOffset(upload: UploadRef, { size }: Pick<UploadState, "size">): Promise<number> {
    return (await fsync(this.states.resolvePath(upload)).catch(undefinedIfMissing)) ?? size;
  }

  /**
   * Appends a stream. Bytes that arrived before an error stay. Returns the new offset.
   * @throws UNAVAILABLE if the disk is almost full
   */
  async append(upload: UploadRef, stream: Readable, offset: number): Promise<number> {
    const path = this.states.resolvePath(upload);
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

  /** Deletes the upload, but not a recording already made from it. @throws NOT_FOUND */
  async remove(upload: UploadRef): Promise<void> {
    if (!(await this.states.find(upload))) throw notFound();
    // Deletes the state first: bytes without a state are swept.
    await this.states.remove(upload);
    await rm(this.states.resolvePath(upload), { force: true });
  }

  /** Lists complete uploads without a recording, left by a crash or a refusal. */
  async listComplete(organizationId: string): Promise<(UploadRef & { state: UploadState })[]> {
    const complete = [];
    for (const upload of await this.states.listUnfinished(organizationId))
      if ((await this.readOffset(upload, upload.state)) >= upload.state.size) complete.push(upload);
    return complete;
  }

  /** Deletes expired uploads, and files left by an interrupted creation or removal. Returns the number of files. */
  async deleteExpired(organizationId: string): Promise<number> {
    let deleted = 0;
    const directory = this.states.directoryOf(organizationId);
    for (const name of await listDirectory(directory)) {
      const path = join(directory, name);
      const [id = ""] = name.split(".");
      const state = isMediaFile(id) ? await this.states.find({ organizationId, id }) : undefined;
      const writtenAt = (await stat(path).catch(undefinedIfMissing))?.mtimeMs ?? Infinity;
      if (!this.isExpired(state ?? { createdAt: writtenAt })) continue;
      await rm(path, { force: true });
      deleted += 1;
    }
    return deleted;
  }

  async #validateShare(
    organizationId: string,
    { size, userId }: Pick<UploadState, "size" | "userId">,
  ): Promise<void> {
    const isPersons = userId !== undefined;
    const unfinished = (await this.states.listUnfinished(organizationId)).filter(
      ({ state }) => !this.isExpired(state) && (state.userId !== undefined) === isPersons,
    );
    const declared = unfinished.reduce((bytes, { state }) => bytes + state.size, size);
    if (unfinished.length >= MAX_UNFINISHED)
      throw new Failure("RATE_LIMITED", `${MAX_UNFINISHED} uploads are unfinished already`);
    if (declared > MAX_UNFINISHED_FILES * this.maxBytes)
      throw new Failure(
        "RATE_LIMITED",
        `unfinished uploads may have ${MAX_UNFINISHED_FILES * this.maxBytes} bytes together`,
      );
  }
}
