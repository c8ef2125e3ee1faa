import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import type { ExecutionContext } from "ava";
import { serveHttp } from "../../src/server.js";
import { createLog } from "../../src/base/log/log.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import type { RunLongRead } from "../../graph/core/long-reads.js";
import type { StatsResult } from "../../graph/stats/report.js";

/** More than the socket buffers of both sides can hold. */
const NAME_BYTES = 32 * 1024 * 1024;

/** Starts a server whose statistics exceed NAME_BYTES. `request` requests them, by default as the test's tenant. */
const serveLargeAnswers = async (
  t: ExecutionContext<{ server: TestServer; org: Tenant }>,
  onRead: (organizationId: string) => void = () => {},
): Promise<{ request: (tenant?: Tenant) => Promise<IncomingMessage> }> => {
  const { server, org } = t.context;
  const name = randomBytes(NAME_BYTES / 2).toString("hex");
  const readLong = (async (read, query) => {
    onRead(query.organizationId);
    const { stats, errors } = (await server.services.readLong(read, query)) as StatsResult;
    return { stats: stats.map((entry) => ({ ...entry, name })), errors };
  }) as RunLongRead;
  const large = await serveHttp({ ...server.services, readLong }, createLog("silent"), {
    host: "127.0.0.1",
    port: 0,
  });
  t.teardown(large.stop);
  const { port } = large.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1/stats?${formatQuery({ groupBy: "user" })}`;
  return {
    request: async ({ apiKey } = org) => {
      const sent = get(url, { headers: { "x-api-key": apiKey }, agent: false });
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      return response;
    },
  };
};

const digest = async (response: IncomingMessage): Promise<string> => {
  const body = await buffer(response);
  return body.length > NAME_BYTES ? hash("sha256", body) : `only ${body.length} bytes`;
};

test.serial("a slow reader receives a large response completely", async (t) => {
  const { request } = await serveLargeAnswers(t);
  const slow = await request();
  await setTimeout(200);
  const expected = await digest(await request());
  t.regex(expected, /^[0-9a-f]{64}$/);
  t.is(await digest(slow), expected);
});

test.serial("a closed connection doesn't affect another client's response", async (t) => {
  const { request } = await serveLargeAnswers(t);
  const expected = await digest(await request());
  const [closed, remaining] = [await request(), await request()];
  closed.destroy();
  t.regex(expected, /^[0-9a-f]{64}$/);
  t.is(await digest(remaining), expected);
});

test.serial("an organization holds four unread answers, and others have theirs", async (t) => {
  const { server } = t.context;
  const begun: string[] = [];
  const large = await serveLargeAnswers(t, (organizationId) => begun.push(organizationId));
  const unread = await Promise.all([1, 2, 3, 4].map(async () => large.request()));
  const fifth = large.request();
  const other = await server.createTenant();
  (await large.request(other)).destroy();
  t.deepEqual(begun, [...unread.map(() => t.context.org.id), other.id]);
  unread[0]!.destroy();
  t.regex(await digest(await fifth), /^[0-9a-f]{64}$/);
  for (const response of unread) response.destroy();
});
