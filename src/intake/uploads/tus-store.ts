import type { Readable } from "node:stream";
import { DataStore, Upload } from "@tus/server";
import { notFound } from "../../../graph/core/errors.js";
import type { UploadFiles } from "./upload-files.js";
import type { UploadEnds } from "./finish-upload.js";
import type { UploadRef } from "./upload-states.js";

export const parseUploadKey = (key: string): UploadRef => {
  const [organizationId = "", id = ""] = key.split("/");
  return { organizationId, id };
};

/** The ids of the signed-in users who begin uploads; the library doesn't pass on who sent a request. */
export type UploadSenders = WeakMap<Upload, string>;

/** The upload files as the library reads and writes them. */
export class TusStore extends DataStore {
  override extensions = ["creation", "creation-with-upload", "termination", "expiration"];
  readonly #files: UploadFiles;
  readonly #ends: UploadEnds;
  readonly #senders: UploadSenders;

  constructor(files: UploadFiles, ends: UploadEnds, senders: UploadSenders) {
    super();
    this.#files = files;
    this.#ends = ends;
    this.#senders = senders;
  }

  /** @throws RATE_LIMITED */
  override async create(upload: Upload): Promise<Upload> {
    const { size = 0, metadata = {} } = upload;
    const userId = this.#senders.get(upload);
    await this.#files.create(parseUploadKey(upload.id), { size, metadata, userId });
    return upload;
  }

  /** @throws NOT_FOUND */
  override async getUpload(key: string): Promise<Upload> {
    const upload = parseUploadKey(key);
    const state = await this.#files.states.find(upload);
    if (!state || this.#files.isExpired(state)) throw notFound();
    const { size, metadata, createdAt } = state;
    return new Upload({
      id: key,
      size,
      offset: await this.#files.readOffset(upload, state),
      metadata,
      creation_date: new Date(createdAt).toISOString(),
    });
  }

  /** @throws UNAVAILABLE if the disk is almost full */
  override async write(stream: Readable, key: string, offset: number): Promise<number> {
    return this.#files.append(parseUploadKey(key), stream, offset);
  }

  /** @throws CONFLICT if the upload is already a recording */
  override async remove(key: string): Promise<void> {
    await this.#ends.remove(parseUploadKey(key));
  }
}
