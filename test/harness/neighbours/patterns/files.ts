import { request } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Hostile, Pattern } from "../pattern.js";
import type { TenantAnswer } from "../tenant-client.js";

const MIB = 1024 * 1024;

const chunkOf = (id: string, bytes: number): Buffer => {
  const header = Buffer.alloc(8);
  header.write(id, 0, "latin1");
  header.writeUInt32LE(bytes, 4);
  return header;
};

/** A WAV file whose only large part is a chunk of metadata. */
const generateListFile = function* (mebibytes: number): Generator<Buffer> {
  const format = Buffer.from("01000100401f0000803e000002001000", "hex");
  const bytes = mebibytes * MIB;
  yield Buffer.concat([
    chunkOf("RIFF", bytes + 4 + 8 + format.length + 8),
    Buffer.from("WAVE"),
    chunkOf("fmt ", format.length),
    format,
    chunkOf("LIST", bytes),
    Buffer.from("INFO"),
    chunkOf("INAM", bytes - 12),
  ]);
  const part = Buffer.alloc(MIB, "a");
  for (let sent = 0; sent < mebibytes; sent += 1) yield part;
};

const upload = async (
  { client, rep }: Hostile,
  callId: string,
  file: Readable,
): Promise<TenantAnswer> => {
  const query = new URLSearchParams({
    call_id: callId,
    user_email: rep,
    started_at: "2026-03-02T10:00:00Z",
  });
  const { promise, resolve } = Promise.withResolvers<TenantAnswer>();
  const fail = (error: Error): void => resolve({ status: 0, text: String(error) });
  const sent = request(
    `${client.url}/v1/recordings/upload?${query.toString()}`,
    {
      method: "POST",
      headers: { "x-api-key": client.keys.apiKey, "content-type": "audio/wav" },
    },
    (answer) => {
      text(answer).then((all) => resolve({ status: answer.statusCode!, text: all }), fail);
    },
  );
  sent.on("error", fail);
  file.pipe(sent);
  return promise;
};

const trickle = async function* (): AsyncGenerator<Buffer> {
  yield* generateListFile(1);
  for (;;) {
    yield Buffer.alloc(1024);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** Media files. */
export const files: Record<string, Pattern> = {
  "list-chunks": {
    description: "WAV files of 300 MB whose metadata are one chunk",
    lanes: 4,
    attack: (hostile, n) => upload(hostile, `list-${n % 4}`, Readable.from(generateListFile(300))),
  },
  "slow-uploads": {
    description: "uploads that never end, as many as the server takes",
    lanes: 20,
    attack: (hostile, n) => upload(hostile, `slow-${n}`, Readable.from(trickle())),
  },
  "small-uploads": {
    description: "uploads of small files, one after the other",
    lanes: 8,
    attack: (hostile, n) => upload(hostile, `small-${n % 50}`, Readable.from(generateListFile(1))),
  },
};
