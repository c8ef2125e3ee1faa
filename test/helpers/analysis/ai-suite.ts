import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import type { ChatSettings, ModelSettings } from "../../../src/base/config/config.js";
import type { AttemptOptions } from "../../../src/analyzer/attempt-analysis.js";
import { createFindTrackers } from "../../../src/analyzer/trackers/answer-questions.js";
import { createModelAnalysis, createModelTranscription } from "../../../src/analyzer/ai/index.js";
import { createLog, type Log } from "../../../src/base/log/log.js";
import { parseAllowList } from "../../../src/base/net/allow-list.js";
import { createDestinations } from "../../../src/base/net/destinations.js";
import { analysisTextNames } from "./analysis-texts.js";
import { type AiServer, startAiServer } from "./ai-server.js";
import { startServer, type TestServer } from "../server.js";
import type { Tenant } from "../tenant.js";
import { runAttempt } from "./run-attempt.js";

export const MODEL_KEY = "sk-canary-0123456789";

/** Overrides of the models; `transcription` is null without one. */
interface ModelOverrides {
  chat?: Partial<ChatSettings>;
  transcription?: Partial<ModelSettings> | null;
}

export interface AiContext {
  server: TestServer;
  org: Tenant;
  ai: AiServer;
  /** The log lines of the analysis, parsed. */
  log: Record<string, unknown>[];
  logger: Log;
  /** The clock of the requests to models, in milliseconds. */
  clock: { time: number };
  /** Lists the audio files that exist now. */
  listFiles: () => string[];
  /** Builds the parts of a worker that uses these models. */
  buildParts: (models?: ModelOverrides) => Partial<AttemptOptions>;
  /** Analyses one recording with them. */
  analyse: (id: string, models?: ModelOverrides, parts?: Partial<AttemptOptions>) => Promise<void>;
  /** Shortens the timeouts of later requests to models. */
  shortenTimeouts: () => void;
  close: () => Promise<void>;
}

const RECORDING_QUERY = `query ($id: ID!) { recording(id: $id) {
  status failureReason name summary ${analysisTextNames.join(" ")} tags closed duration eventId
  actionItems { kind text assignee } template { id name }
  process { followed total answers { question yes answer source } }
  metrics { talkTime conversationSwitches questionsAsked }
  transcript { speaker role text start end } client { insights insightsUpdatedAt }
} }`;

// oxlint-disable-next-line typescript/no-explicit-any
export const loadRecording = async (org: Tenant, id: string): Promise<any> =>
  (await org.graphql(RECORDING_QUERY, { id })).recording;

/** One debrief server per file; an organization and a model server per test. */
export const createAiSuite = (): TestFn<AiContext> => {
  const test = anyTest as TestFn<AiContext>;
  let server: TestServer;
  test.before(async () => {
    server = await startServer();
  });
  test.beforeEach(async (t) => {
    const org = await server.createTenant();
    await org.createUser();
    const ai = await startAiServer();
    const directory = mkdtempSync(join(tmpdir(), "debrief-ai-"));
    const destinations = createDestinations(parseAllowList("127.0.0.0/8"));
    const end = async (): Promise<void> => {
      await ai.close();
      destinations.close();
      rmSync(directory, { recursive: true });
    };
    const log: Record<string, unknown>[] = [];
    const logger = createLog("info", { write: (line) => void log.push(JSON.parse(line)) });
    const clock = { time: 1_000_000 };
    let idleMs = 20_000;
    const parts: AiContext["buildParts"] = ({ chat, transcription = {} } = {}) => {
      const connection = { url: ai.url, key: MODEL_KEY, concurrency: 2 };
      const options = {
        log: logger,
        media: server.services.media,
        destinations,
        directory,
        now: () => clock.time,
        retryDelaysMs: [0, 0, 0],
        requestLimits: { totalMs: 20_000, idleMs, maxBytes: 300_000 },
      };
      return {
        log: logger,
        backOff: [0],
        analyze: createModelAnalysis({
          ...options,
          findTrackers: createFindTrackers(server.services.trackers, logger),
          settings: { ...connection, model: "chatty", contextTokens: 8192, ...chat },
        }),
        ...(transcription && {
          transcribe: createModelTranscription({
            ...options,
            settings: { ...connection, model: "hearing", ...transcription },
          }),
        }),
      };
    };
    t.context = {
      server,
      org,
      ai,
      log,
      logger,
      clock,
      listFiles: () => readdirSync(directory),
      buildParts: parts,
      analyse: async (id, models, more = {}) =>
        runAttempt(server, org, id, { ...parts(models), ...more }),
      shortenTimeouts: () => void (idleMs = 500),
      close: end,
    };
  });
  test.afterEach.always((t) => t.context.close?.());
  test.after.always(() => server?.stop());
  return test;
};
