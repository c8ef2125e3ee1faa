import { readFileSync } from "node:fs";
import { insertMedia } from "../../../db/recordings/media.js";
import { write } from "../../../db/engine/write.js";
import type { Answer, SharedServer, Tenant } from "../server.js";

/** Two spoken sentences; test/fixtures/narrow.ts explains their origin. */
export const CALL_WAV = readFileSync("test/fixtures/call.wav");

export const UPLOAD_PATH = "/v1/recordings/upload";

/** Larger than the file. */
export const MAX_MEDIA_BYTES = 1024 * 1024;

/** Yields the bytes in pieces, like a connection. */
export async function* splitIntoPieces(
  bytes: Uint8Array,
  size = 10_000,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Stores CALL_WAV as a recording's media, or as a file without a recording. Returns the file name. */
export const storeMedia = async (
  { services }: SharedServer,
  org: Pick<Tenant, "id">,
  recordingId?: string,
): Promise<string> => {
  const media = await services.media.write(org.id, splitIntoPieces(CALL_WAV), MAX_MEDIA_BYTES);
  if (recordingId !== undefined)
    await write(services.db, org.id, (trx) =>
      insertMedia(trx, org.id, { recordingId, ...media, createdAt: 1 }),
    );
  return media.file;
};

/** Returns whether the file exists. */
export const isStored = async (
  { services }: SharedServer,
  org: Pick<Tenant, "id">,
  file: string,
): Promise<boolean> => services.media.hasFile(org.id, file, CALL_WAV.length);

/** The form fields of a call. */
export const CALL_FIELDS = {
  call_id: "call-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
};

/** Encodes objects as JSON, and omits undefined values. */
const toFormEntries = (fields: object): [string, string][] =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]);

/** Uploads a form with these fields in addition to the call's. */
export const uploadForm = async (
  { fetch }: SharedServer,
  org: Pick<Tenant, "apiKey">,
  fields: object = {},
  file: Uint8Array<ArrayBuffer> | undefined = CALL_WAV,
  filename = "call.wav",
): Promise<Answer> => {
  const form = new FormData();
  for (const [name, text] of toFormEntries({ ...CALL_FIELDS, ...fields })) form.append(name, text);
  if (file) form.append("file", new Blob([file]), filename);
  return fetch(UPLOAD_PATH, { method: "POST", headers: { "x-api-key": org.apiKey }, body: form });
};

/** Uploads a raw file with these fields in addition to the call's. */
export const uploadRaw = async (
  { fetch }: Pick<SharedServer, "fetch">,
  org: Pick<Tenant, "apiKey">,
  fields: object = {},
  file: Uint8Array<ArrayBuffer> = CALL_WAV,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  fetch(
    `${UPLOAD_PATH}?${new URLSearchParams(toFormEntries({ ...CALL_FIELDS, ...fields })).toString()}`,
    {
      method: "POST",
      headers: { "x-api-key": org.apiKey, "content-type": "audio/wav", ...headers },
      body: file,
    },
  );

/** Lists an organization's files, including drafts. */
export const listFiles = async ({ services }: SharedServer, org: Tenant): Promise<string[]> => {
  const files: string[] = [];
  for await (const file of services.media.listOlderFiles(org.id, Infinity)) files.push(file);
  return files;
};

/** Loads the organization's media rows. */
export const loadMediaRows = async ({ services }: SharedServer, org: Tenant) =>
  services.db("media").where("organization_id", org.id);
