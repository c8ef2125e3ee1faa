import { CALL_FIELDS } from "./media.js";
import type { SendRequest, TestResponse } from "../tenant.js";

export const UPLOADS_PATH = "/v1/uploads";

/** A server and what a client of the tus protocol sends: an API key, or the headers of a page with a session. */
export interface TusClient {
  fetch: SendRequest;
  apiKey?: string;
  headers?: Record<string, string>;
}

export const sendTus = async (
  { fetch, apiKey, headers: own }: TusClient,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
): Promise<TestResponse> =>
  fetch(path, {
    method,
    headers: {
      ...(apiKey !== undefined && { "x-api-key": apiKey }),
      "tus-resumable": "1.0.0",
      ...own,
      ...headers,
    },
    ...(body && { body }),
  });

const encodeMetadata = (fields: object): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `${name} ${Buffer.from(text).toString("base64")}`;
    })
    .join(",");

/** Creates an upload with these fields in addition to the call's. */
export const createUpload = async (
  client: TusClient,
  bytes: number,
  fields: object = {},
): Promise<TestResponse> =>
  sendTus(client, "POST", UPLOADS_PATH, {
    "upload-length": String(bytes),
    "upload-metadata": encodeMetadata({ ...CALL_FIELDS, ...fields }),
  });

/** Returns the path of a new upload. */
export const beginUpload = async (
  client: TusClient,
  bytes: number,
  fields?: object,
): Promise<string> => {
  const { status, headers, text } = await createUpload(client, bytes, fields);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return headers.get("location")!;
};

/** Sends a part of the file. */
export const sendPart = async (
  client: TusClient,
  path: string,
  offset: number,
  part: Uint8Array<ArrayBuffer>,
): Promise<TestResponse> =>
  sendTus(
    client,
    "PATCH",
    path,
    { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
    part,
  );

/** Returns how many bytes the server has received. */
export const readOffset = async (client: TusClient, path: string): Promise<number> => {
  const { status, headers } = await sendTus(client, "HEAD", path);
  if (status !== 200) throw new Error(`HEAD answered ${status}`);
  return Number(headers.get("upload-offset"));
};
