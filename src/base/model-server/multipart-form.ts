import { randomBytes } from "node:crypto";
import { openAsBlob } from "node:fs";

/** A multipart form with a file. */
export interface MultipartForm {
  contentType: string;
  /** Read from the disk while it is sent. Its size is known, because some servers require content-length. */
  body: Blob;
}

/** Builds a form. `name`: the file's name, with only the characters that a header allows. */
export const buildMultipartForm = async (
  fields: Record<string, string>,
  { path, name, contentType }: { path: string; name: string; contentType: string },
): Promise<MultipartForm> => {
  const boundary = `debrief-${randomBytes(16).toString("hex")}`;
  const part = (head: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${head}`;
  const texts = Object.entries(fields).map(
    ([field, text]) => `${part(`name="${field}"`)}\r\n\r\n${text}\r\n`,
  );
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: new Blob([
      ...texts,
      `${part(`name="file"; filename="${name}"`)}\r\nContent-Type: ${contentType}\r\n\r\n`,
      await openAsBlob(path),
      `\r\n--${boundary}--\r\n`,
    ]),
  };
};
