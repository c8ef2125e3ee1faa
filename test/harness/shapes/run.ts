import { isKeyOnly } from "../../helpers/rest/key-only-routes.js";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc, { type Arbitrary } from "fast-check";
import { createSchema } from "../../../graph/schema.js";
import { compileRoute, type CompiledRoute } from "../../../rest/route.js";
import { restRoutes } from "../../../rest/routes/index.js";
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

/** Simultaneous callers; their writes share commits. */
const CALLERS = 16;
const BATCH_REQUESTS = 250;
/** How much the memory may vary without a leak. */
const SLACK_BYTES = 24 * 1024 * 1024;

const schema = createSchema();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const measureMemory = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

/** Runs work with the same key one after the other. */
class Queues {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key);
    const own = (async () => {
      await previous?.catch(() => {});
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

/** Removes an appointment's match, which other appointments can change. */
const withoutMatch = (text: string): string =>
  text.replace(/"matchStatus":"\w+","recordingId":(null|"[\w-]+")/, "");

/** Sends requests to one route and checks the responses. */
class ShapeCaller {
  readonly statuses = new Map<number, number>();
  readonly #queues = new Queues();
  readonly #checkResponse;
  readonly #checkStored;
  /** A route that reads the written object. */
  readonly #reader: CompiledRoute | undefined;
  readonly #client;

  constructor(
    readonly server: TestServer,
    private readonly route: CompiledRoute,
    private readonly one: FilledOrganization,
  ) {
    this.#checkResponse = createResponseCheck(schema, route);
    this.#checkStored = createStoredCheck(schema, route);
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
      const writtenNames = new Set(route.variables.map(({ name }) => name));
      if (compiled.variables.every(({ name }) => writtenNames.has(name))) this.#reader = compiled;
    }
  }

  close(): void {
    this.#client.close();
  }

  async #send(route: CompiledRoute, request: ShapeRequest): Promise<HttpResult> {
    const { method, path, body } = buildRequestLine(route, request);
    const headers: Record<string, string> = { "x-api-key": this.one.org.apiKey };
    if (body !== undefined) headers["content-type"] = "application/json";
    return this.#client.ask({ method, path, body, headers });
  }

  /** Whether the route changes existing objects. */
  get #isChange(): boolean {
    return this.route.method === "put" || this.route.method === "delete";
  }

  /** Creates the object that the request changes or deletes. */
  async #createObject(path: ShapeRequest["path"]): Promise<void> {
    const list = this.route.path.split("/:")[0]!;
    const createRoute = restRoutes.find((route) => route.method === "post" && route.path === list);
    if (!createRoute) return;
    const body = { ...endpointValues[endpointNameOf(createRoute)]!(this.one.names), ...path };
    await this.#send(compileRoute(schema, createRoute), { path: {}, query: [], body });
  }

  async #checkRead(values: Record<string, unknown>, { text }: HttpResult): Promise<string[]> {
    if (!this.#reader) return [];
    const path = Object.fromEntries(
      this.#reader.variables.map(({ name }) => [name, String(values[name])]),
    );
    const read = await this.#send(this.#reader, { path, query: [], body: undefined });
    if (this.route.method === "delete")
      return read.status === 404 ? [] : [`still exists: ${read.text}`];
    return withoutMatch(read.text) === withoutMatch(text)
      ? []
      : [`reads ${read.text}, but the response was ${text}`];
  }

  /** Sends a request and returns the problems of its response. */
  async send(request: ShapeRequest): Promise<string[]> {
    const values = { ...request.body, ...request.path };
    const key = formatText(values["event_id"] ?? values["call_id"] ?? Math.random());
    return this.#queues.run(key, async () => {
      if (this.#isChange && key.startsWith(OWN_ID_PREFIX)) await this.#createObject(request.path);
      const response = await this.#send(this.route, request);
      this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
      const problems = this.#checkResponse(request, response);
      if (response.status === 200 && problems.length === 0 && this.route.method !== "get")
        problems.push(
          ...this.#checkStored(values, JSON.parse(response.text)),
          ...(await this.#checkRead(values, response)),
        );
      return problems.length > 0 ? [...problems, response.text.slice(0, 500)] : [];
    });
  }

  /** Returns and clears the errors in the server's log. */
  readLog(): string[] {
    const { log } = this.server;
    const errors = log.filter(({ level }) => Number(level) >= 50 || level === "error");
    log.length = 0;
    return errors.map((line) => JSON.stringify(line));
  }
}

const formatRequest = (route: CompiledRoute, request: ShapeRequest): string => {
  const { method, path, body = "" } = buildRequestLine(route, request);
  return `${method} ${path}\n  ${body}`.slice(0, 2_000);
};

/** Shrinks a failing request. */
const shrinkRequest = async (
  caller: ShapeCaller,
  route: CompiledRoute,
  requests: Arbitrary<ShapeRequest>,
  at: { seed: number; path: string },
): Promise<string> => {
  const { counterexample, counterexamplePath } = await fc.check(
    fc.asyncProperty(requests, async (request) => (await caller.send(request)).length === 0),
    { ...at, numRuns: Number(at.path) + 1, interruptAfterTimeLimit: 20_000 },
  );
  if (!counterexample) return "the request alone gets a correct response";
  const [request] = counterexample;
  return `smallest, seed ${at.seed}, path ${counterexamplePath}: ${formatRequest(route, request)}\n  ${(await caller.send(request)).join("\n  ")}`;
};

/** @throws with the first failing request */
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
      `${formatRequest(route, all[first.index]!)}\n  ${[...first.problems, ...logged.slice(0, 3)].join("\n  ")}\n${await shrinkRequest(caller, route, requests, { seed, path: String(first.index) })}`,
    );
  if (logged.length > 0) throw new Error(`${endpointNameOf(route)}, seed ${seed}: ${logged[0]}`);
};

/** Sends `count` requests to a route. Returns the counts by status. @throws at the first problem */
const runEndpoint = async (
  server: TestServer,
  route: CompiledRoute,
  [one, other]: readonly [FilledOrganization, FilledOrganization],
  { seed, count }: { seed: number; count: number },
): Promise<string> => {
  const caller = new ShapeCaller(server, route, one);
  const requests = buildArbitraryRequest(route, one, other);
  let [request, earlyMemory] = [0, 0];
  const startedAt = performance.now();
  try {
    while (request < count) {
      const batchSize = Math.min(BATCH_REQUESTS, count - request);
      await runBatch(caller, route, requests, {
        seed: seed * 1_000_003 + request,
        count: batchSize,
      });
      request += batchSize;
      if (earlyMemory === 0 && request >= count / 5) earlyMemory = measureMemory();
    }
    const growth = measureMemory() - earlyMemory;
    if (growth > SLACK_BYTES)
      throw new Error(`${endpointNameOf(route)}: memory has grown by ${growth} bytes`);
    const rate = Math.round(request / ((performance.now() - startedAt) / 1000));
    const statuses = [...caller.statuses]
      .toSorted(([one], [other]) => one - other)
      .map(([status, times]) => `${status}: ${times}`);
    return `${statuses.join(", ")}; ${rate}/s, memory ${Math.round(growth / 1024)} KiB`;
  } finally {
    caller.close();
  }
};

/** Runs `work` with a server and two organizations. */
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

/** From this many requests on, each endpoint gets a new database. */
const OWN_DATABASE_REQUESTS = 1_000;

/** Checks every endpoint. @throws at the first problem */
export const runShapes = async (options: {
  seed: number;
  /** Requests to each endpoint. */
  count: number;
  /** Called after each endpoint. */
  onEndpoint?: (endpoint: string, figures: string) => void;
}): Promise<Record<string, string>> => {
  const { seed, count, onEndpoint } = options;
  const figures: Record<string, string> = {};
  const jsonRoutes = restRoutes.filter((route) => !route.isUpload && !isKeyOnly(route));
  const all = jsonRoutes.map((route) => compileRoute(schema, route));
  const groups = count < OWN_DATABASE_REQUESTS ? [all] : all.map((route) => [route]);
  for (const group of groups)
    await withServer(seed, async (server, both) => {
      for (const route of group) {
        const name = endpointNameOf(route);
        figures[name] = await runEndpoint(server, route, both, { seed, count });
        onEndpoint?.(name, figures[name]);
      }
    });
  return figures;
};
