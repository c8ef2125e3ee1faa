import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc, { type Arbitrary } from "fast-check";
import { createSchema } from "../../../graph/schema.js";
import { compileRoute, type CompiledRoute } from "../../../rest/route.js";
import { restRoutes } from "../../../rest/routes.js";
import { endpointValues } from "../isolation/base-values.js";
import {
  type FilledOrganization,
  createFilledOrganization,
} from "../isolation/filled-organization.js";
import { buildWord } from "../isolation/organization-names.js";
import { startEchoReceiver } from "../isolation/echo-receiver.js";
import { startServer, type TestServer } from "../../helpers/server.js";
import { createResponseCheck } from "./response-check.js";
import { createHttpClient, type HttpResult } from "./client.js";
import { createStoredCheck } from "./stored-check.js";
import { buildRequestLine } from "./request-line.js";
import {
  type ShapeRequest,
  endpointNameOf,
  OWN_ID_PREFIX,
  buildArbitraryRequest,
  formatText,
} from "./requests.js";

/** So many at a time: writes of several callers share a wait for the disk. */
const CALLERS = 16;
const BATCH_REQUESTS = 250;
/** What memory may differ by where nothing is left behind. */
const SLACK_BYTES = 24 * 1024 * 1024;

const schema = createSchema();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const measureMemory = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** One after the other where they are about the same thing. */
class Queues {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const own = (async () => {
      await before?.catch(() => {});
      return work();
    })();
    this.#last.set(key, own);
    try {
      return await own;
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key);
    }
  }
}

/** An appointment without its match, which changes with other appointments. */
const withoutMatch = (text: string): string =>
  text.replace(/"matchStatus":"\w+","recordingId":(null|"[\w-]+")/, "");

/** Asks for one route, and looks at what it answers. */
class ShapeCaller {
  readonly statuses = new Map<number, number>();
  readonly #queues = new Queues();
  readonly #look;
  readonly #kept;
  /** Another route by which what was written can be read. */
  readonly #reader: CompiledRoute | undefined;
  readonly #client;

  constructor(
    readonly server: TestServer,
    private readonly route: CompiledRoute,
    private readonly one: FilledOrganization,
  ) {
    this.#look = createResponseCheck(schema, route);
    this.#kept = createStoredCheck(schema, route);
    this.#client = createHttpClient(server.url, CALLERS);
    const reader = restRoutes.find(
      ({ method, path, notFoundMessage }) =>
        method === "get" &&
        notFoundMessage !== undefined &&
        path.startsWith(route.path.split("/:")[0]!) &&
        path.split("/").length === 4,
    );
    if (reader && route.method !== "get") {
      const compiled = compileRoute(schema, reader);
      const known = new Set(route.variables.map(({ name }) => name));
      if (compiled.variables.every(({ name }) => known.has(name))) this.#reader = compiled;
    }
  }

  close(): void {
    this.#client.close();
  }

  async #send(route: CompiledRoute, asked: ShapeRequest): Promise<HttpResult> {
    const { method, path, body } = buildRequestLine(route, asked);
    const headers: Record<string, string> = { "x-api-key": this.one.org.apiKey };
    if (body !== undefined) headers["content-type"] = "application/json";
    return this.#client.ask({ method, path, body, headers });
  }

  /** Whether it changes what is there; else it makes it, or reads. */
  get #changes(): boolean {
    return this.route.method === "put" || this.route.method === "delete";
  }

  /** So that there is something to change. */
  async #make(path: ShapeRequest["path"]): Promise<void> {
    const list = this.route.path.split("/:")[0]!;
    const maker = restRoutes.find((route) => route.method === "post" && route.path === list);
    if (!maker) return;
    const body = { ...endpointValues[endpointNameOf(maker)]!(this.one.names), ...path };
    await this.#send(compileRoute(schema, maker), { path: {}, query: [], body });
  }

  async #readAgain(values: Record<string, unknown>, { text }: HttpResult): Promise<string[]> {
    if (!this.#reader) return [];
    const path = Object.fromEntries(
      this.#reader.variables.map(({ name }) => [name, String(values[name])]),
    );
    const read = await this.#send(this.#reader, { path, query: [], body: undefined });
    if (this.route.method === "delete")
      return read.status === 404 ? [] : [`is still there: ${read.text}`];
    return withoutMatch(read.text) === withoutMatch(text)
      ? []
      : [`reads ${read.text} where ${text} was told`];
  }

  /** What is wrong with the answer. */
  async send(asked: ShapeRequest): Promise<string[]> {
    const values = { ...asked.body, ...asked.path };
    const key = formatText(values["event_id"] ?? values["call_id"] ?? Math.random());
    return this.#queues.run(key, async () => {
      if (this.#changes && key.startsWith(OWN_ID_PREFIX)) await this.#make(asked.path);
      const told = await this.#send(this.route, asked);
      this.statuses.set(told.status, (this.statuses.get(told.status) ?? 0) + 1);
      const problems = this.#look(asked, told);
      if (told.status === 200 && problems.length === 0 && this.route.method !== "get")
        problems.push(
          ...this.#kept(values, JSON.parse(told.text)),
          ...(await this.#readAgain(values, told)),
        );
      return problems.length > 0 ? [...problems, told.text.slice(0, 500)] : [];
    });
  }

  /** What went wrong inside since the last time. */
  readLog(): string[] {
    const { log } = this.server;
    const errors = log.filter(({ level }) => Number(level) >= 50 || level === "error");
    log.length = 0;
    return errors.map((line) => JSON.stringify(line));
  }
}

const formatRequest = (route: CompiledRoute, asked: ShapeRequest): string => {
  const { method, path, body = "" } = buildRequestLine(route, asked);
  return `${method} ${path}\n  ${body}`.slice(0, 2_000);
};

/** The least request that is answered wrongly, found out by asking for less and less. */
const findLeastRequest = async (
  caller: ShapeCaller,
  route: CompiledRoute,
  requests: Arbitrary<ShapeRequest>,
  at: { seed: number; path: string },
): Promise<string> => {
  const { counterexample, counterexamplePath } = await fc.check(
    fc.asyncProperty(requests, async (asked) => (await caller.send(asked)).length === 0),
    { ...at, numRuns: Number(at.path) + 1, interruptAfterTimeLimit: 20_000 },
  );
  if (!counterexample) return "alone it is answered as it should be";
  const [asked] = counterexample;
  return `least, seed ${at.seed}, path ${counterexamplePath}: ${formatRequest(route, asked)}\n  ${(await caller.send(asked)).join("\n  ")}`;
};

/** @throws with the request that is answered wrongly */
const runBatch = async (
  caller: ShapeCaller,
  route: CompiledRoute,
  requests: Arbitrary<ShapeRequest>,
  { seed, count }: { seed: number; count: number },
): Promise<void> => {
  const all = fc.sample(requests, { seed, numRuns: count });
  let next = 0;
  const found: { index: number; problems: string[] }[] = [];
  const work = async (): Promise<void> => {
    while (next < all.length && found.length === 0) {
      const index = next++;
      const problems = await caller.send(all[index]!);
      if (problems.length > 0) found.push({ index, problems });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  const logged = caller.readLog();
  const [first] = found;
  if (first)
    throw new Error(
      `${formatRequest(route, all[first.index]!)}\n  ${[...first.problems, ...logged.slice(0, 3)].join("\n  ")}\n${await findLeastRequest(caller, route, requests, { seed, path: String(first.index) })}`,
    );
  if (logged.length > 0) throw new Error(`${endpointNameOf(route)}, seed ${seed}: ${logged[0]}`);
};

/** Asks for a route so often. Returns what it was answered with. @throws what it finds */
const runEndpoint = async (
  server: TestServer,
  route: CompiledRoute,
  [one, other]: readonly [FilledOrganization, FilledOrganization],
  { seed, count }: { seed: number; count: number },
): Promise<string> => {
  const caller = new ShapeCaller(server, route, one);
  const requests = buildArbitraryRequest(route, one, other);
  let [asked, early] = [0, 0];
  const begun = performance.now();
  try {
    while (asked < count) {
      const now = Math.min(BATCH_REQUESTS, count - asked);
      await runBatch(caller, route, requests, { seed: seed * 1_000_003 + asked, count: now });
      asked += now;
      if (early === 0 && asked >= count / 5) early = measureMemory();
    }
    const grown = measureMemory() - early;
    if (grown > SLACK_BYTES)
      throw new Error(`${endpointNameOf(route)}: memory has grown by ${grown} bytes`);
    const rate = Math.round(asked / ((performance.now() - begun) / 1000));
    const statuses = [...caller.statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, times]) => `${status}: ${times}`);
    return `${statuses.join(", ")}; ${rate}/s, memory ${Math.round(grown / 1024)} KiB`;
  } finally {
    caller.close();
  }
};

/** A server with two organizations, as long as `work` takes. */
const withServer = async (
  seed: number,
  work: (
    server: TestServer,
    both: readonly [FilledOrganization, FilledOrganization],
  ) => Promise<void>,
): Promise<void> => {
  const [server, receiver] = [await startServer(), await startEchoReceiver()];
  try {
    const one = await createFilledOrganization(server, buildWord(seed, 1), receiver.url);
    const other = await createFilledOrganization(server, buildWord(seed, 2), receiver.url);
    await work(server, [one, other]);
  } finally {
    await server.stop();
    receiver.close();
  }
};

/** Requests from which on each endpoint has a database of its own. */
const OWN_DATABASE_REQUESTS = 1_000;

/** Every endpoint. @throws what is found */
export const runShapes = async (given: {
  seed: number;
  /** Of requests to each endpoint. */
  count: number;
  /** Is told of each endpoint as soon as it has been asked for. */
  told?: (endpoint: string, figures: string) => void;
}): Promise<Record<string, string>> => {
  const { seed, count, told } = given;
  const figures: Record<string, string> = {};
  const ofJson = restRoutes.filter(({ isUpload }) => !isUpload);
  const all = ofJson.map((route) => compileRoute(schema, route));
  const together = count < OWN_DATABASE_REQUESTS ? [all] : all.map((route) => [route]);
  for (const some of together)
    await withServer(seed, async (server, both) => {
      for (const route of some) {
        const name = endpointNameOf(route);
        figures[name] = await runEndpoint(server, route, both, { seed, count });
        told?.(name, figures[name]);
      }
    });
  return figures;
};
