import { readFileSync } from "node:fs";
import { insertMedia } from "../../db/media.js";
import { write } from "../../db/write.js";
import type { SharedServer, Tenant } from "./server.js";

/** Two sentences; test/fixtures/narrow.ts tells how they were made. */
export const CALL_WAV = readFileSync("test/fixtures/call.wav");

/** Bytes: more than that. */
export const MEDIA_LIMIT = 1024 * 1024;

/** In pieces, as a connection brings them. */
export async function* pieces(bytes: Uint8Array, size = 10_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Keeps that call as the media of a recording, or of none; returns the file's name. */
export const keep = async (
  { services }: SharedServer,
  org: Pick<Tenant, "id">,
  recordingId?: string,
): Promise<string> => {
  const media = await services.media.write(org.id, pieces(CALL_WAV), MEDIA_LIMIT);
  if (recordingId !== undefined)
    await write(services.db, org.id, (trx) =>
      insertMedia(trx, org.id, { recordingId, ...media, createdAt: 1 }),
    );
  return media.file;
};

/** Whether a file is there, by its name. */
export const isKept = async (
  { services }: SharedServer,
  org: Pick<Tenant, "id">,
  file: string,
): Promise<boolean> => services.media.has(org.id, file, CALL_WAV.length);
