import "reflect-metadata";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExecutionContext } from "ava";
import { createAnalyzer } from "../../src/analyzer/index.js";
import { type AiContext, createAiSuite, loadRecording } from "../helpers/analysis/ai-suite.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import type { Tenant } from "../helpers/tenant.js";

const test = createAiSuite();

/** Starts a server that begins a file and never ends it. */
const startTrickle = async (t: ExecutionContext) => {
  const open = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    open.add(response);
    response.write("RIFF");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/call.wav`,
    countOpen: () => open.size,
  };
};

const startAnalyzer = (t: ExecutionContext<AiContext>, concurrency: number) => {
  const { server, buildParts, logger } = t.context;
  const parts = buildParts();
  const analyzer = createAnalyzer({
    ...parts,
    services: server.services,
    log: logger,
    analyze: parts.analyze!,
    concurrency,
  });
  runAsProgram(() => analyzer.start(false));
  t.teardown(async () => runAsProgram(() => analyzer.stop()));
  return analyzer;
};

const waitUntilProcessed = async (org: Tenant, id: string): Promise<void> => {
  while ((await loadRecording(org, id)).status !== "processed");
};

for (const concurrency of [1, 2])
  test.serial(
    `audio that trickles delays no other organization, with ${concurrency} at a time`,
    async (t) => {
      const { server, org, ai } = t.context;
      const other = await server.createTenant();
      await other.createUser();
      const trickle = await startTrickle(t);
      const analyzer = startAnalyzer(t, concurrency);
      for (let index = 0; index < 10; index += 1) {
        const id = await org.ingestCall({ call_id: `call-${index}`, recording_url: trickle.url });
        runAsProgram(() => analyzer.wake(org.id, id));
      }
      await ai.until(() => trickle.countOpen() >= 2);
      for (let index = 0; index < 3; index += 1) {
        const id = await other.ingestCall({ call_id: `call-${index}`, recording_url: ai.audio });
        runAsProgram(() => analyzer.wake(other.id, id));
        await waitUntilProcessed(other, id);
      }
      t.is(trickle.countOpen(), 2);
    },
  );

test.serial("a slow model that one organization uses leaves a place to the others", async (t) => {
  const { server, org, ai } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  const analyzer = startAnalyzer(t, 3);
  const transcript = [{ speaker: "Robin Rep", role: "rep", text: "Hello.", start: 0, end: 1 }];
  const wake = async (tenant: Tenant, index: number): Promise<string> => {
    const id = await tenant.ingestCall({ call_id: `call-${index}`, transcript });
    runAsProgram(() => analyzer.wake(tenant.id, id));
    return id;
  };
  // The analyzer knows of a second organization.
  await waitUntilProcessed(other, await wake(other, 0));
  await waitUntilProcessed(org, await wake(org, 0));
  const before = ai.chats.length;
  ai.hold();
  for (let index = 1; index <= 10; index += 1) await wake(org, index);
  await ai.until(() => ai.chats.length === before + 2);
  await wake(other, 1);
  await ai.until(() => ai.chats.length === before + 3);
  t.pass();
});
