import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { Failure, invalidField } from "../graph/core/errors.js";

/** Maximum size of all fields in total. */
export const MAX_FIELD_BYTES = 10 * 1024 * 1024;
const MULTIPART_LIMITS = { parts: 100, headerPairs: 20, headerSize: 16 * 1024 };
const FILE_PART = "file";
/** A field that may be sent as a file. */
const TRANSCRIPT_PART = "transcript";

const malformedForm = (reason = "is not valid multipart/form-data"): Failure =>
  new Failure("INVALID_FIELD", `The body ${reason}`);

/** Creates the failure of a body that ends early: the caller has disconnected. */
export const incompleteBody = (): Failure => new Failure("INVALID_JSON", "The body is incomplete");

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The fields of a form. */
export interface FormFields {
  texts: URLSearchParams;
  /** Names of fields that aren't UTF-8. Busboy would replace their bytes silently. */
  undecodable: Set<string>;
}

const createMultipartParser = (req: IncomingMessage) => {
  try {
    // Stream text parts, too: busboy would buffer each one.
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
 * Streams multipart/form-data: passes the part `file` with its filename to `onFile` and returns the other parts as fields, at most
 * 10 MiB in total. Never destroys the request, which still needs a response: after an error, part of it may be unread.
 * @throws INVALID_FIELD, PAYLOAD_TOO_LARGE; INVALID_JSON if the body ends early; any error of `onFile`
 */
export const readMultipart = async (
  req: IncomingMessage,
  onFile: (file: Readable, filename: string) => Promise<void>,
): Promise<FormFields> => {
  const fields: FormFields = { texts: new URLSearchParams(), undecodable: new Set() };
  let remainingBytes = MAX_FIELD_BYTES;
  let fileCount = 0;

  const readField = async (name: string, part: Readable, isFile: boolean): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of part as AsyncIterable<Uint8Array>) {
      remainingBytes -= chunk.length;
      if (remainingBytes < 0)
        throw isFile && name !== TRANSCRIPT_PART
          ? new Failure(
              "PAYLOAD_TOO_LARGE",
              `isn't stored: send the file in the part ${FILE_PART}`,
              name,
            )
          : new Failure(
              "PAYLOAD_TOO_LARGE",
              `The fields may have at most ${MAX_FIELD_BYTES} bytes`,
            );
      chunks.push(chunk);
    }
    try {
      fields.texts.append(name, decoder.decode(Buffer.concat(chunks)));
    } catch {
      fields.texts.append(name, "");
      fields.undecodable.add(name);
    }
  };
  const readPart = async (name: string, part: Readable, filename: string | undefined) => {
    if (name !== FILE_PART) return readField(name, part, filename !== undefined);
    if (filename === undefined) throw invalidField(FILE_PART, "must be a part with a filename");
    fileCount += 1;
    if (fileCount > 1) throw invalidField(FILE_PART, "is given twice");
    return onFile(part, filename);
  };

  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const parser = createMultipartParser(req);
  const streams: Readable[] = [];
  const parts: Promise<void>[] = [];
  parser.on("file", (name: string | undefined, part, filename: string | undefined) => {
    // Without a listener, an error before or after the reading would end the process. The reader receives the error as
    // well.
    part.on("error", () => {});
    streams.push(part);
    const done = readPart(name ?? "", part, filename);
    done.catch(reject);
    parts.push(done);
  });
  parser.on("partsLimit", () =>
    reject(malformedForm(`has more than ${MULTIPART_LIMITS.parts} parts`)),
  );
  parser.on("error", () => reject(malformedForm()));
  parser.on("finish", resolve);
  const onClose = (): void => void (req.complete || reject(incompleteBody()));
  req.once("close", onClose);
  try {
    req.pipe(parser);
    await promise;
    await Promise.all(parts);
    return fields;
  } catch (error) {
    req.unpipe(parser);
    // Otherwise the reader of a part would wait forever.
    for (const part of streams) part.destroy(error as Error);
    await Promise.allSettled(parts);
    throw error;
  } finally {
    req.off("close", onClose);
  }
};
