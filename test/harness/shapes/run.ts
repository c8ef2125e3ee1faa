import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc, { type Arbitrary } from "fast-check";
import { createSchema } from "../../graph/schema.js";
import { compile, type CompiledRoute } from "../../rest/route.js";
import { routes } from "../../rest/routes.js";
import { endpoints } from "../isolation/bases.js";
import { type Furnished, furnish } from "../isolation/furnish.js";
import { wordOf } from "../isolation/names.js";
import { answering } from "../isolation/receiver.js";
import { startServer, type TestServer } from "../helpers/server.js";
import { lookAt } from "./answers.js";
import { clientOf, type Told } from "./client.js";
import { lookAtKept } from "./kept.js";
import { lineOf } from "./line.js";
import { type Asked, nameOf, OWN, requestsOf, textOf } from "./requests.js";

/** So many at a time: writes of several callers share a wait for the disk. */
const CALLERS = 16;
const PART = 250;
/** What memory may differ by where nothing is left behind. */
const SLACK_BYTES = 24 * 1024 * 1024;

const schema = createSchema();

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const memory = (): number => {
  collect();
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
const plain = (text: string): string =>
  text.replace(/"matchStatus":"\w+","recordingId":(null|"[\w-]+")/, "");

/** Asks for one route, and looks at what it answers. */
class Caller {
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
    private readonly one: Furnished,
  ) {
    this.#look = lookAt(schema, route);
    this.#kept = lookAtKept(schema, route);
    this.#client = clientOf(server.url, CALLERS);
    const reader = routes.find(
      ({ method, path, missing }) =>
        method === "get" &&
        missing !== undefined &&
        path.startsWith(route.path.split("/:")[0]!) &&
        path.split("/").length === 4,
    );
    if (reader && route.method !== "get") {
      const compiled = compile(schema, reader);
      const known = new Set(route.variables.map(({ name }) => name));
      if (compiled.variables.every(({ name }) => known.has(name))) this.#reader = compiled;
    }
  }

  close(): void {
    this.#client.close();
  }

  async #send(route: CompiledRoute, asked: Asked): Promise<Told> {
    const { method, path, body } = lineOf(route, asked);
    const headers: Record<string, string> = { "x-api-key": this.one.org.apiKey };
    if (body !== undefined) headers["content-type"] = "application/json";
    return this.#client.ask({ method, path, body, headers });
  }

  /** Whether it changes what is there; else it makes it, or reads. */
  get #changes(): boolean {
    return this.route.method === "put" || this.route.method === "delete";
  }

  /** So that there is something to change. */
  async #make(path: Asked["path"]): Promise<void> {
    const list = this.route.path.split("/:")[0]!;
    const maker = routes.find((route) => route.method === "post" && route.path === list);
    if (!maker) return;
    const body = { ...endpoints[nameOf(maker)]!(this.one.names), ...path };
    await this.#send(compile(schema, maker), { path: {}, query: [], body });
  }

  async #readAgain(values: Record<string, unknown>, { text }: Told): Promise<string[]> {
    if (!this.#reader) return [];
    const path = Object.fromEntries(
      this.#reader.variables.map(({ name }) => [name, String(values[name])]),
    );
    const read = await this.#send(this.#reader, { path, query: [], body: undefined });
    if (this.route.method === "delete")
      return read.status === 404 ? [] : [`is still there: ${read.text}`];
    return plain(read.text) === plain(text) ? [] : [`reads ${read.text} where ${text} was told`];
  }

  /** What is wrong with the answer. */
  async ask(asked: Asked): Promise<string[]> {
    const values = { ...asked.body, ...asked.path };
    const key = textOf(values["event_id"] ?? values["call_id"] ?? Math.random());
    return this.#queues.run(key, async () => {
      if (this.#changes && key.startsWith(OWN)) await this.#make(asked.path);
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
  logged(): string[] {
    const { log } = this.server;
    const errors = log.filter(({ level }) => Number(level) >= 50 || level === "error");
    log.length = 0;
    return errors.map((line) => JSON.stringify(line));
  }
}

const shown = (route: CompiledRoute, asked: Asked): string => {
  const { method, path, body = "" } = lineOf(route, asked);
  return `${method} ${path}\n  ${body}`.slice(0, 2_000);
};

/** The least request that is answered wrongly, found out by asking for less and less. */
const least = async (
  caller: Caller,
  route: CompiledRoute,
  requests: Arbitrary<Asked>,
  at: { seed: number; path: string },
): Promise<string> => {
  const { counterexample, counterexamplePath } = await fc.check(
    fc.asyncProperty(requests, async (asked) => (await caller.ask(asked)).length === 0),
    { ...at, numRuns: Number(at.path) + 1, interruptAfterTimeLimit: 20_000 },
  );
  if (!counterexample) return "alone it is answered as it should be";
  const [asked] = counterexample;
  return `least, seed ${at.seed}, path ${counterexamplePath}: ${shown(route, asked)}\n  ${(await caller.ask(asked)).join("\n  ")}`;
};

/** @throws with the request that is answered wrongly */
const part = async (
  caller: Caller,
  route: CompiledRoute,
  requests: Arbitrary<Asked>,
  { seed, count }: { seed: number; count: number },
): Promise<void> => {
  const all = fc.sample(requests, { seed, numRuns: count });
  let next = 0;
  const found: { index: number; problems: string[] }[] = [];
  const work = async (): Promise<void> => {
    while (next < all.length && found.length === 0) {
      const index = next++;
      const problems = await caller.ask(all[index]!);
      if (problems.length > 0) found.push({ index, problems });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, work));
  const logged = caller.logged();
  const [first] = found;
  if (first)
    throw new Error(
      `${shown(route, all[first.index]!)}\n  ${[...first.problems, ...logged.slice(0, 3)].join("\n  ")}\n${await least(caller, route, requests, { seed, path: String(first.index) })}`,
    );
  if (logged.length > 0) throw new Error(`${nameOf(route)}, seed ${seed}: ${logged[0]}`);
};

/** Asks for a route so often. Returns what it was answered with. @throws what it finds */
const askFor = async (
  server: TestServer,
  route: CompiledRoute,
  [one, other]: readonly [Furnished, Furnished],
  { seed, count }: { seed: number; count: number },
): Promise<string> => {
  const caller = new Caller(server, route, one);
  const requests = requestsOf(route, one, other);
  let [asked, early] = [0, 0];
  const begun = performance.now();
  try {
    while (asked < count) {
      const now = Math.min(PART, count - asked);
      await part(caller, route, requests, { seed: seed * 1_000_003 + asked, count: now });
      asked += now;
      if (early === 0 && asked >= count / 5) early = memory();
    }
    const grown = memory() - early;
    if (grown > SLACK_BYTES)
      throw new Error(`${nameOf(route)}: memory has grown by ${grown} bytes`);
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
  work: (server: TestServer, both: readonly [Furnished, Furnished]) => Promise<void>,
): Promise<void> => {
  const [server, receiver] = [await startServer(), await answering()];
  try {
    const one = await furnish(server, wordOf(seed, 1), receiver.url);
    const other = await furnish(server, wordOf(seed, 2), receiver.url);
    await work(server, [one, other]);
  } finally {
    await server.stop();
    receiver.close();
  }
};

/** Requests from which on each endpoint has a database of its own. */
const MANY = 1_000;

/** Every endpoint. @throws what is found */
export const shapes = async (given: {
  seed: number;
  /** Of requests to each endpoint. */
  count: number;
  /** Is told of each endpoint as soon as it has been asked for. */
  told?: (endpoint: string, figures: string) => void;
}): Promise<Record<string, string>> => {
  const { seed, count, told } = given;
  const figures: Record<string, string> = {};
  const ofJson = routes.filter(({ upload }) => !upload);
  const all = ofJson.map((route) => compile(schema, route));
  const together = count < MANY ? [all] : all.map((route) => [route]);
  for (const some of together)
    await withServer(seed, async (server, both) => {
      for (const route of some) {
        const name = nameOf(route);
        figures[name] = await askFor(server, route, both, { seed, count });
        told?.(name, figures[name]);
      }
    });
  return figures;
};
