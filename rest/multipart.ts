import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { Failure, invalidField } from "../graph/core/errors.js";

/** Bytes of all fields together. */
export const MAX_FIELD_BYTES = 10 * 1024 * 1024;
const MULTIPART_LIMITS = { parts: 100, headerPairs: 20, headerSize: 16 * 1024 };
const FILE_PART = "file";

const malformedForm = (what = "is not valid multipart/form-data"): Failure =>
  new Failure("INVALID_FIELD", `The body ${what}`);

/** What a caller who has gone is told. */
export const incompleteBody = (): Failure =>
  new Failure("INVALID_JSON", "The body did not arrive whole");

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The fields of a form. */
export interface FormFields {
  texts: URLSearchParams;
  /** Those that are not UTF-8, of which busboy would make some text. */
  undecodable: Set<string>;
}

const createMultipartParser = (req: IncomingMessage) => {
  try {
    // Text parts too are read as they come: busboy would keep each whole.
    return new Busboy({
      headers: req.headers as BusboyHeaders,
      isPartAFile: () => true,
      limits: MULTIPART_LIMITS,
    });
  } catch {
    throw malformedForm();
  }
};

/**
 * Reads multipart/form-data as it comes: the part `file` is given to `take`, the others are fields, of at
 * most 10 MiB together. The request is never destroyed: where this throws, some of it may be unread.
 * @throws INVALID_FIELD, PAYLOAD_TOO_LARGE, INVALID_JSON where it breaks off, whatever `take` throws
 */
export const readMultipart = async (
  req: IncomingMessage,
  take: (file: Readable) => Promise<void>,
): Promise<FormFields> => {
  const fields: FormFields = { texts: new URLSearchParams(), undecodable: new Set() };
  let left = MAX_FIELD_BYTES;
  let files = 0;

  const field = async (name: string, part: Readable, isFile: boolean): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of part as AsyncIterable<Uint8Array>) {
      left -= chunk.length;
      if (left < 0)
        throw isFile
          ? new Failure(
              "PAYLOAD_TOO_LARGE",
              `is not kept: the part of the file is ${FILE_PART}`,
              name,
            )
          : new Failure("PAYLOAD_TOO_LARGE", `The fields may have ${MAX_FIELD_BYTES} bytes`);
      chunks.push(chunk);
    }
    try {
      fields.texts.append(name, decoder.decode(Buffer.concat(chunks)));
    } catch {
      fields.texts.append(name, "");
      fields.undecodable.add(name);
    }
  };
  const read = async (name: string, part: Readable, filename: string | undefined) => {
    if (name !== FILE_PART) return field(name, part, filename !== undefined);
    if (filename === undefined) throw invalidField(FILE_PART, "must be a part with a filename");
    files += 1;
    if (files > 1) throw invalidField(FILE_PART, "is given twice");
    return take(part);
  };

  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const parser = createMultipartParser(req);
  const streams: Readable[] = [];
  const parts: Promise<void>[] = [];
  parser.on("file", (name: string | undefined, part, filename: string | undefined) => {
    // Whoever reads it is told too; nobody may be reading it yet, or any more.
    part.on("error", () => {});
    streams.push(part);
    const done = read(name ?? "", part, filename);
    done.catch(reject);
    parts.push(done);
  });
  parser.on("partsLimit", () =>
    reject(malformedForm(`has more than ${MULTIPART_LIMITS.parts} parts`)),
  );
  parser.on("error", () => reject(malformedForm()));
  parser.on("finish", resolve);
  const gone = (): void => void (req.complete || reject(incompleteBody()));
  req.once("close", gone);
  try {
    req.pipe(parser);
    await promise;
    await Promise.all(parts);
    return fields;
  } catch (error) {
    req.unpipe(parser);
    // Who reads a part would wait for what never comes.
    for (const part of streams) part.destroy(error as Error);
    await Promise.allSettled(parts);
    throw error;
  } finally {
    req.off("close", gone);
  }
};
