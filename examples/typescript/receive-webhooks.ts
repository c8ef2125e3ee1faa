// Receives webhooks and stores each event once, as a file. Process the files separately: debrief waits for an
// answer for 10 seconds only.
//   DEBRIEF_SIGNING_SECRET=whsec_… node build/examples/typescript/receive-webhooks.js inbox [port]
import { mkdirSync } from "node:fs";
import { link, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Event, verifyEvent } from "../../clients/typescript/src/index.js";
import { fail, setting } from "./api.js";

const MAX_BYTES = 1024 * 1024;

const inbox = process.argv[2] ?? fail("usage: receive-webhooks FOLDER [PORT]");
const secret = setting("DEBRIEF_SIGNING_SECRET");
mkdirSync(inbox, { recursive: true });

/** Reads the exact body: parsing and serializing it again could change the signed bytes. */
const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

/** Stores the event completely or not at all. Returns false for a repeat. */
const store = async (id: string, body: string): Promise<boolean> => {
  const draft = join(inbox, `.${id}.${process.hrtime.bigint()}`);
  await writeFile(draft, body);
  try {
    await link(draft, join(inbox, `${id}.json`));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft);
  }
};

/** Handles a request. Returns the status to answer with. */
const receive = async (request: IncomingMessage): Promise<number> => {
  const body = await readBody(request);
  if (body === undefined) return 413;
  let event: Event;
  try {
    event = verifyEvent(secret, request.headers, body);
  } catch {
    return 401;
  }
  const id = String(request.headers["webhook-id"]);
  const isNew = await store(id, body);
  console.log(`${event.event} ${id}${isNew ? "" : " again"}`);
  return 200;
};

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    // debrief logs the delivery as failed; a user can redeliver it.
    (error: Error) => {
      console.error(error.message);
      response.writeHead(500).end();
    },
  );
});
server.listen(Number(process.argv[3] ?? 9000), "127.0.0.1", () => {
  console.log(`receiving at http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
