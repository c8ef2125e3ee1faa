import "reflect-metadata";
import { randomBytes, randomUUIDv7 } from "node:crypto";
import type { Knex } from "knex";
import { connect } from "../../db/connect.js";
import { migrate } from "../../db/migrate.js";
import type { Services } from "../../graph/context.js";
import { createOrganization } from "../../graph/organizations.js";
import { createLog } from "../../src/log.js";
import { readAllowList } from "../../src/notifier/allow-list.js";
import { createDestinations } from "../../src/notifier/destinations.js";
import { createNotifier, type Notifier, type NotifierParts } from "../../src/notifier/index.js";
import { createReader } from "../../src/reader.js";
import { serve } from "../../src/server.js";
import { createVault } from "../../src/vault.js";
import { freshDatabase } from "./database.js";

/** Milliseconds since 1970; every look at it moves it on by `step`. */
export interface Clock {
  time: number;
  step: number;
}

export interface Answer {
  status: number;
  headers: Headers;
  // Tests look into bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}

export interface GraphAnswer {
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any;
  errors?: {
    message: string;
    path?: (string | number)[];
    extensions: { code?: string; field?: string };
  }[];
}

type Headers_ = Record<string, string>;

/** An organization of the test's own, with calls in its name. */
export interface Tenant {
  id: string;
  apiKey: string;
  internalToken: string;
  signingSecret: string;
  dialerUrl: string;
  get: (path: string, headers?: Headers_) => Promise<Answer>;
  send: (method: string, path: string, body?: unknown, headers?: Headers_) => Promise<Answer>;
  /** By the internal token; fails the test where there are errors. */
  // oxlint-disable-next-line typescript/no-explicit-any
  graph: (query: string, variables?: object) => Promise<any>;
  /** By the internal token, or the API key; errors and all. */
  ask: (query: string, variables?: object, token?: string) => Promise<GraphAnswer>;
  /** An active user; returns the e-mail. */
  user: (email?: string, fields?: object) => Promise<string>;
  /** A call of that user as the dialer sends it; returns the recording's id. */
  call: (fields?: object) => Promise<string>;
  /** A call that is processed; returns the recording's id. */
  processed: (call?: object, analysis?: object) => Promise<string>;
}

/** A server that the tests of several files may share: nothing of it that one could change for others. */
export interface SharedServer {
  url: string;
  services: Services & { db: Knex };
  tenant: (name?: string) => Promise<Tenant>;
  fetch: (path: string, init?: RequestInit) => Promise<Answer>;
}

export interface TestServer extends SharedServer {
  clock: Clock;
  /** What it logged, a line each, parsed. */
  log: Record<string, unknown>[];
  notifier: Notifier;
  /** Another one over the same database, not started: as another process has it. */
  another: (parts?: Partial<NotifierParts>) => Notifier;
  stop: () => Promise<void>;
}

const START = Date.parse("2026-03-02T12:00:00.000Z");

const UPSERT_USER = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

const read = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const json = response.headers.get("content-type")?.includes("json") && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json ? JSON.parse(text) : undefined,
  };
};

/** A real server on a real port over a fresh database, with a clock of the test's own. */
export const startServer = async (): Promise<TestServer> => {
  const database = await freshDatabase();
  const clock: Clock = { time: START, step: 1 };
  const db = connect(database.url);
  await migrate(db);
  const log: Record<string, unknown>[] = [];
  const logger = createLog("info", { write: (line) => void log.push(JSON.parse(line)) });
  const vault = createVault(randomBytes(32));
  // It looks at the clock without moving it on: when it does so is not the test's to say.
  const now = (): number => clock.time;
  const another = (parts: Partial<NotifierParts> = {}): Notifier =>
    createNotifier({
      db,
      now,
      vault,
      log: logger,
      destinations: createDestinations(readAllowList("127.0.0.0/8")),
      deliveryDays: 30,
      ...parts,
    });
  const notifier = another();
  const reader = createReader(database.url, db);
  const services = {
    db,
    now: () => (clock.time += clock.step),
    newId: randomUUIDv7,
    randomBytes,
    vault,
    courier: notifier,
    readStats: reader.readStats,
    answerApart: reader.answerApart,
    publicUrl: "https://debrief.example.com",
  };
  const running = await serve(services, logger, { host: "127.0.0.1", port: 0 });
  await notifier.start();
  const url = `http://127.0.0.1:${running.port}`;
  const request = async (path: string, init: RequestInit = {}): Promise<Answer> =>
    read(await fetch(url + path, init));

  const tenant = async (name = "Test organization"): Promise<Tenant> => {
    const made = await db.transaction((trx) => createOrganization(trx, services, name));
    const key = { "x-api-key": made.apiKey };
    const send: Tenant["send"] = (method, path, body, headers = {}) =>
      request(path, {
        method,
        headers: { ...key, "content-type": "application/json", ...headers },
        ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
    const ask: Tenant["ask"] = async (query, variables = {}, token = made.internalToken) => {
      const answer = await request("/graphql", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ query, variables }),
      });
      return answer.body;
    };
    const graph: Tenant["graph"] = async (query, variables) => {
      const answer = await ask(query, variables);
      if (answer.errors || !answer.data) throw new Error(JSON.stringify(answer));
      return answer.data;
    };
    const user: Tenant["user"] = async (email = "rep@example.com", fields = {}) => {
      await graph(UPSERT_USER, { input: { email, name: "Robin Rep", ...fields } });
      return email;
    };
    let calls = 0;
    const call: Tenant["call"] = async (fields = {}) => {
      const answer = await send("POST", "/v1/dialer", {
        call_id: `call-${(calls += 1)}`,
        user_email: "rep@example.com",
        started_at: "2026-03-02T10:00:00Z",
        ...fields,
      });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.recording.id;
    };
    const processed: Tenant["processed"] = async (fields, analysis = {}) => {
      const id = await call(fields);
      await graph(COMPLETE, { id, input: { summary: "A summary.", ...analysis } });
      return id;
    };
    return {
      id: made.organization.id,
      apiKey: made.apiKey,
      internalToken: made.internalToken,
      signingSecret: made.signingSecret,
      dialerUrl: made.dialerUrl,
      get: (path, headers = {}) => request(path, { headers: { ...key, ...headers } }),
      send,
      ask,
      graph,
      user,
      call,
      processed,
    };
  };

  return {
    url,
    clock,
    services,
    log,
    notifier,
    another,
    tenant,
    fetch: request,
    stop: async () => {
      await Promise.all([running.stop(), notifier.stop()]);
      await reader.close();
      await db.destroy();
      await database.remove();
    },
  };
};
