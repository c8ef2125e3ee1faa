import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ExecutionContext } from "ava";
import { Webhook } from "standardwebhooks";
import { test } from "../helpers/own-suite.js";
import {
  type ReceivedDelivery,
  startWebhookReceiver,
} from "../helpers/webhooks/webhook-receiver.js";
import { startServer } from "../helpers/server.js";

const BIN = fileURLToPath(new URL("../../../bin/debrief.js", import.meta.url));

const linesOf = (input: NodeJS.ReadableStream) =>
  createInterface({ input })[Symbol.asyncIterator]() as AsyncIterator<string, undefined>;

/** Starts `debrief listen`, which ends with the test. */
const listen = (t: ExecutionContext, args: string[], apiKey?: string) => {
  const env = { PATH: process.env["PATH"], ...(apiKey && { DEBRIEF_API_KEY: apiKey }) };
  const child = spawn(process.execPath, [BIN, "listen", ...args], { env, timeout: 60_000 });
  t.teardown(() => child.kill());
  // It may end before the test asks for its code.
  const ended = once(child, "exit");
  const [stdout, stderr] = [linesOf(child.stdout), linesOf(child.stderr)];
  return {
    readOutput: async () => (await stdout.next()).value ?? "",
    readError: async () => (await stderr.next()).value ?? "",
    code: async () => (await ended)[0] as number,
  };
};

test("listen forwards events like webhook deliveries and prints each result", async (t) => {
  const { server, org } = t.context;
  server.clock.time = Date.now();
  const receiver = await startWebhookReceiver(t, ({ response }, count) => {
    response.statusCode = count === 1 ? 200 : 500;
    // debrief never decompresses the response, so a wrong encoding is not a failure.
    response.setHeader("content-encoding", "gzip");
    response.end("no gzip");
  });
  const command = listen(t, ["--url", server.url, "--forward-to", receiver.url], org.apiKey);
  t.is(await command.readError(), `listening to ${server.url}, forwarding to ${receiver.url}`);
  const id = await org.createProcessed();
  await org.createProcessed();
  const [{ headers, body }] = (await receiver.waitFor(2)) as [ReceivedDelivery];
  t.like(new Webhook(org.signingSecret).verify(body, headers as Record<string, string>), {
    event: "recording.processed",
    data: { id },
  });
  t.is(headers["content-type"], "application/json");
  t.regex(headers["user-agent"]!, /^debrief\//);
  t.regex(
    await command.readOutput(),
    /^\S+Z {2}recording\.processed {2}[\da-f-]{36} {2}200 in \d+ ms$/,
  );
  t.regex(await command.readOutput(), / {2}500 in \d+ ms$/);
});

test("listen without --forward-to prints the event bodies", async (t) => {
  const { server, org } = t.context;
  const command = listen(t, ["--url", `${server.url}/`], org.apiKey);
  t.is(await command.readError(), `listening to ${server.url}`);
  const id = await org.createProcessed();
  t.true((await command.readOutput()).includes(`"id":"${id}"`));
});

test("listen reconnects and continues after its last event", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  await org.createUser();
  const command = listen(t, ["--url", server.url], org.apiKey);
  await command.readError();
  const first = await org.createProcessed();
  t.true((await command.readOutput()).includes(first));
  server.closeConnections();
  t.regex(await command.readError(), /^connection lost \(.+\); reconnecting$/);
  const second = await org.createProcessed();
  t.true((await command.readOutput()).includes(second));
});

test("listen explains a wrong key or flag", async (t) => {
  const { server, org } = t.context;
  const unknown = listen(t, ["--url", server.url], "dbk_no");
  t.is(await unknown.readError(), `${server.url} rejects this API key`);
  t.is(await unknown.code(), 1);
  const without = listen(t, ["--url", server.url]);
  t.regex(await without.readError(), /^API key missing: set DEBRIEF_API_KEY/);
  t.is(await without.code(), 2);
  const impossible = listen(t, ["--url", server.url], "dbk_no\nkey");
  t.regex(await impossible.readError(), /^the API key is invalid/);
  t.is(await impossible.code(), 2);
  const foreignCursor = listen(t, ["--url", server.url, "--start-after", "x"], org.apiKey);
  t.is(
    await foreignCursor.readError(),
    "--start-after must be a cursor of this organization's events",
  );
  t.is(await foreignCursor.code(), 1);
  const directory = listen(t, ["--key-file", "."]);
  t.regex(await directory.readError(), /^cannot read the API key: EISDIR/);
  const nowhere = listen(t, ["--forward-to", "localhost"], org.apiKey);
  t.regex(await nowhere.readError(), /^--forward-to must be an http or https URL, not "localhost"/);
});
