import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import {
  createInstallation,
  type Installation,
  type ServingProgram,
} from "../helpers/server/program.js";

/** A running program with the key to call it. */
export interface ServedRep {
  program: Installation;
  serving: ServingProgram;
  key: string;
}

const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;

/** Starts a program and creates a rep. */
export const serveWithRep = async (): Promise<ServedRep> => {
  const program = await createInstallation();
  const serving = await program.serve();
  const file = readFileSync(join(program.dataDir, "first-organization.json"), "utf8");
  const { apiKey, internalToken } = JSON.parse(file);
  const answer = await fetch(`${serving.url}/graphql`, {
    method: "POST",
    headers: { authorization: `Bearer ${internalToken}`, "content-type": "application/json" },
    body: JSON.stringify({ query: USER }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return { program, serving, key: apiKey };
};

export const CALL_JSON = JSON.stringify({
  call_id: "call-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
  event_id: "event-1",
});

/**
 * Starts an upload and sends a part of its body; the server has confirmed that it waits for the
 * rest.
 */
export const beginUpload = async ({ serving, key }: ServedRep) => {
  const socket = connect(Number(new URL(serving.url).port), "127.0.0.1");
  let received = "";
  const readUntil = (sign: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = (): void => void (sign.test(received) && resolve(received));
      socket.on("data", check);
      socket.once("close", () => reject(new Error(`closed after: ${received}`)));
      check();
    });
  socket.setEncoding("utf8").on("data", (text: string) => (received += text));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  socket.write(
    `POST /v1/dialer HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Type: application/json\r\n` +
      `Expect: 100-continue\r\nContent-Length: ${CALL_JSON.length}\r\n\r\n`,
  );
  await readUntil(/^HTTP\/1\.1 100 /);
  socket.write(CALL_JSON.slice(0, 20));
  return {
    finish: async (): Promise<string> => {
      socket.write(CALL_JSON.slice(20));
      return readUntil(/"status":"received"/);
    },
    closed,
    received: () => received,
  };
};

/** Waits until the program has logged that it stops. */
export const waitUntilStopping = ({ child, stderr }: ServingProgram): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => void (stderr().includes('"stopping"') && resolve());
    child.stderr!.on("data", check);
    check();
  });
