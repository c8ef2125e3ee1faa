import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { createLog } from "../src/log.js";
import { serve } from "../src/server.js";
import { test } from "./helpers/own.js";
import { query } from "./helpers/query.js";
import type { Tenant, TestServer } from "./helpers/server.js";

// More than the sockets of both sides hold.
const SIZE = 32 * 1024 * 1024;

/** A server whose statistics are so many bytes, and a way to ask for them. */
const largeAnswers = async (
  t: ExecutionContext<{ server: TestServer; org: Tenant }>,
): Promise<{
  sent: Buffer<ArrayBuffer>[];
  digests: string[];
  ask: () => Promise<IncomingMessage>;
}> => {
  const { server, org } = t.context;
  const sent: Buffer<ArrayBuffer>[] = [];
  const digests: string[] = [];
  const answerApart = async () => {
    const body = Buffer.from(new ArrayBuffer(SIZE));
    randomBytes(1024).copy(body, SIZE - 1024);
    sent.push(body);
    digests.push(hash("sha256", body));
    return { body };
  };
  const log = createLog("silent");
  const large = await serve({ ...server.services, answerApart }, log, {
    host: "127.0.0.1",
    port: 0,
  });
  t.teardown(large.stop);
  const { port } = large.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1/stats?${query({ groupBy: "user" })}`;
  const ask = async (): Promise<IncomingMessage> => {
    const request = get(url, { headers: { "x-api-key": org.apiKey }, agent: false });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return response;
  };
  return { sent, digests, ask };
};

const freed = async (body: Buffer<ArrayBuffer>): Promise<void> => {
  while (!body.buffer.detached) await setTimeout(10);
};

test.serial("bytes arrive whole at whoever reads slowly, and are freed then", async (t) => {
  const { sent, digests, ask } = await largeAnswers(t);
  const response = await ask();
  await setTimeout(200);
  t.false(sent[0]!.buffer.detached);
  t.is(hash("sha256", await buffer(response)), digests[0]!);
  await freed(sent[0]!);
  t.pass();
});

test.serial("bytes of whoever goes away are freed, and others get theirs", async (t) => {
  const { sent, digests, ask } = await largeAnswers(t);
  const [gone, stays] = [await ask(), await ask()];
  gone.destroy();
  t.is(hash("sha256", await buffer(stays)), digests[1]!);
  await Promise.all(sent.map(freed));
  t.pass();
});
