import { randomBytes } from "node:crypto";
import { openAsBlob } from "node:fs";

/** A form with a file, as it is posted. */
export interface Form {
  type: string;
  /** Read from the disk as it is sent. Its size is known, which some servers insist on. */
  body: Blob;
}

/** `name`: of the file, without anything that a header cannot have. */
export const formOf = async (
  fields: Record<string, string>,
  { path, name, type }: { path: string; name: string; type: string },
): Promise<Form> => {
  const boundary = `debrief-${randomBytes(16).toString("hex")}`;
  const part = (head: string): string => `--${boundary}\r\nContent-Disposition: form-data; ${head}`;
  const texts = Object.entries(fields).map(
    ([field, text]) => `${part(`name="${field}"`)}\r\n\r\n${text}\r\n`,
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: new Blob([
      ...texts,
      `${part(`name="file"; filename="${name}"`)}\r\nContent-Type: ${type}\r\n\r\n`,
      await openAsBlob(path),
      `\r\n--${boundary}--\r\n`,
    ]),
  };
};
