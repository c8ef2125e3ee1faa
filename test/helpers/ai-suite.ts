import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import type { AiSettings } from "../../src/ai-settings.js";
import type { AttemptParts } from "../../src/analyzer/attempt.js";
import { createAi } from "../../src/analyzer/ai/index.js";
import { createLog, type Log } from "../../src/log.js";
import { createDestinations, readAllowList } from "../../src/notifier/destinations.js";
import { type AiServer, startAi } from "./ai-server.js";
import { startServer, type TestServer } from "./server.js";
import type { Tenant } from "./tenant.js";
import { work } from "./worker.js";

export const KEY = "sk-canary-0123456789";

export interface AiContext {
  server: TestServer;
  org: Tenant;
  ai: AiServer;
  /** What the analysis logged, a line each, parsed. */
  log: Record<string, unknown>[];
  logger: Log;
  /** Files of audio that are there now. */
  files: () => string[];
  /** The parts of a worker that asks these models. */
  parts: (settings?: Partial<AiSettings>) => Partial<AttemptParts>;
  /** An attempt at one recording by them. */
  analyse: (
    id: string,
    settings?: Partial<AiSettings>,
    parts?: Partial<AttemptParts>,
  ) => Promise<void>;
  /** From now on servers of models are not waited for long. */
  hurry: () => void;
  end: () => Promise<void>;
}

const RECORDING = `query ($id: ID!) { recording(id: $id) {
  status failureReason name summary notes coaching tags closed duration eventId
  actionItems { kind text assignee } template { id name }
  process { followed total answers { question yes answer } }
  metrics { talkTime conversationSwitches questionsAsked }
  transcript { speaker role text start end } client { insights insightsUpdatedAt }
} }`;

// oxlint-disable-next-line typescript/no-explicit-any
export const read = async (org: Tenant, id: string): Promise<any> =>
  (await org.graph(RECORDING, { id })).recording;

/** A server of debrief for the file, and for each test an organization, and a server of models. */
export const aiSuite = (): TestFn<AiContext> => {
  const test = anyTest as TestFn<AiContext>;
  let server: TestServer;
  test.before(async () => {
    server = await startServer();
  });
  test.beforeEach(async (t) => {
    const org = await server.tenant();
    await org.user();
    const ai = await startAi();
    const directory = mkdtempSync(join(tmpdir(), "debrief-ai-"));
    const destinations = createDestinations(readAllowList("127.0.0.0/8"));
    const end = async (): Promise<void> => {
      await ai.close();
      destinations.close();
      rmSync(directory, { recursive: true });
    };
    const log: Record<string, unknown>[] = [];
    const logger = createLog("info", { write: (line) => void log.push(JSON.parse(line)) });
    let idleMs = 20_000;
    const parts: AiContext["parts"] = (settings = {}) => ({
      log: logger,
      backOff: [0],
      ...createAi({
        settings: {
          url: ai.url,
          transcriptionUrl: ai.url,
          key: KEY,
          chatModel: "chatty",
          transcriptionModel: "hearing",
          contextTokens: 8192,
          concurrency: 2,
          ...settings,
        },
        log: logger,
        media: server.services.media,
        destinations,
        directory,
        waits: [0, 0, 0],
        exchange: { totalMs: 20_000, idleMs, bytes: 300_000 },
      }),
    });
    t.context = {
      server,
      org,
      ai,
      log,
      logger,
      files: () => readdirSync(directory),
      parts,
      analyse: async (id, settings, more = {}) =>
        work(server, org, id, { ...parts(settings), ...more }),
      hurry: () => void (idleMs = 500),
      end,
    };
  });
  test.afterEach.always((t) => t.context.end?.());
  test.after.always(() => server?.stop());
  return test;
};
