import { setTimeout } from "node:timers/promises";
import {
  type DocumentNode,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
} from "graphql";
import { createSchema } from "../../graph/schema.js";
import { nonconforming } from "../helpers/conforms.js";
import { PASSWORD } from "../helpers/console.js";
import { operatorToken } from "../helpers/operator.js";
import { startServer, type TestServer } from "../helpers/server.js";
import { type Furnished, furnish } from "../isolation/furnish.js";
import { wordOf } from "../isolation/names.js";
import { answering } from "../isolation/receiver.js";
import { byName, byPath } from "../isolation/references.js";
import { clientOf, type Told } from "../shapes/client.js";
import { Random } from "./random.js";
import { LIMITS, type Sizes, sizesOf } from "./sizes.js";
import { type TextsFor, Writer, type Written } from "./write.js";

const schema = createSchema();
const MOST_CPU_MS = 1_000;
/** So often a document comes before it runs compiled. */
const TIMES = 4;
const KEPT = 300;
const SETTLED_MS = 300;

const codes = new Set([
  ..."MISSING_REQUIRED_FIELD INVALID_FIELD USER_NOT_FOUND INVALID_CURSOR FORBIDDEN".split(" "),
  ..."DESTINATION_NOT_ALLOWED NOT_FOUND CONFLICT RATE_LIMITED UNAUTHENTICATED".split(" "),
  ..."GRAPHQL_VALIDATION_FAILED GRAPHQL_PARSE_FAILED BAD_USER_INPUT".split(" "),
]);
/** What is said of a document that is not run. */
const REFUSED = /^GRAPHQL_(VALIDATION|PARSE)_FAILED$/;
/** How it is found out who asks; and what the notifier asks by itself after a change. */
const ASIDE = /.(api_keys|tokens|sessions|admins). |deliveries|RECURSIVE waiting/;

const fixed: Record<string, string[]> = {
  current: [PASSWORD],
  events: ["recording.processed", "recording.integration_updated", "client.created"],
  new: [PASSWORD],
  password: [PASSWORD],
  trigger: ["all", "dialer"],
  url: ["http://127.0.0.1:9/hook"],
};

const textsFor =
  (furnished: Furnished): TextsFor =>
  (operation, name) => {
    const places = [
      `${operation}.${name}`,
      `${operation}.filter.${name}`,
      `${operation}.input.${name}`,
    ];
    const named = places.map((place) => byPath[place]).find((found) => found) ?? byName[name] ?? [];
    return fixed[name] ?? named.map((known) => furnished.names[known]);
  };

interface GraphError {
  message: string;
  extensions?: { code?: string };
}

type Credential = "key" | "none" | "operator" | "session" | "token";
const credentials: Credential[] = ["token", "token", "token", "session", "key", "operator", "none"];

/** What has been asked, and what it has been answered with. */
interface Asked extends Written {
  credential: Credential;
  told: Told;
  cpuMs: number;
  /** How many statements it led to. */
  statements: number;
}

class Asker {
  readonly #client;
  readonly #operator: Promise<string>;
  #statements = 0;

  constructor(private readonly server: TestServer) {
    this.#client = clientOf(server.url, 1);
    this.#operator = operatorToken(server);
    server.services.db.on("query", ({ sql }: { sql: string }) => {
      if (!ASIDE.test(sql)) this.#statements += 1;
    });
  }

  close(): void {
    this.#client.close();
  }

  async #headers(
    credential: Credential,
    { org, console }: Furnished,
  ): Promise<Record<string, string>> {
    const origin = new URL(this.server.services.publicUrl).origin;
    if (credential === "key") return { "x-api-key": org.apiKey };
    if (credential === "token") return { authorization: `Bearer ${org.internalToken}` };
    if (credential === "operator") return { authorization: `Bearer ${await this.#operator}` };
    return credential === "session" ? { origin, cookie: console.cookie ?? "" } : { origin };
  }

  /**
   * One that is refused after statements is asked once more: they may be those of the one before, which was
   * answered with an error while its other fields were still read.
   */
  async ask(written: Written, credential: Credential, furnished: Furnished): Promise<Asked> {
    const asked = await this.#ask(written, credential, furnished);
    if (asked.statements === 0 || !asked.told.text.includes("_FAILED")) return asked;
    await setTimeout(SETTLED_MS);
    return this.#ask(written, credential, furnished);
  }

  async #ask(written: Written, credential: Credential, furnished: Furnished): Promise<Asked> {
    const { query, variables, operationName } = written;
    const headers = {
      ...(await this.#headers(credential, furnished)),
      "content-type": "application/json",
    };
    const body = JSON.stringify({ query, variables, operationName });
    this.#statements = 0;
    const before = process.cpuUsage();
    const told = await this.#client.ask({ method: "POST", path: "/graphql", body, headers });
    const { user, system } = process.cpuUsage(before);
    return {
      ...written,
      credential,
      told,
      cpuMs: (user + system) / 1000,
      statements: this.#statements,
    };
  }

  /** What went wrong inside since the last time. */
  logged(): string[] {
    const errors = this.server.log.filter(({ level }) => level === "error" || Number(level) >= 50);
    this.server.log.length = 0;
    return errors.map((line) => JSON.stringify(line));
  }
}

const operationOf = (document: DocumentNode, name?: string): OperationDefinitionNode =>
  document.definitions.find(
    (node): node is OperationDefinitionNode =>
      node.kind === Kind.OPERATION_DEFINITION && (name === undefined || node.name?.value === name),
  )!;

const over = (sizes: Sizes): string[] =>
  (Object.keys(LIMITS) as (keyof Sizes)[]).filter((name) => sizes[name] > LIMITS[name]);

/** What is wrong with an answer by itself. */
const problemsOf = (asked: Asked): string[] => {
  const { told, query, variables, operationName, credential } = asked;
  const problems: string[] = [];
  if (asked.cpuMs > MOST_CPU_MS)
    problems.push(`takes ${Math.round(asked.cpuMs)} ms of the processor`);
  if (told.status === 401) {
    const own = credential === "none" || asked.mutation;
    return own ? problems : [...problems, "is not let in"];
  }
  const { data, errors = [] } = JSON.parse(told.text) as { data?: unknown; errors?: GraphError[] };
  const said = errors.map(({ extensions }) => String(extensions?.code));
  for (const { message, extensions } of errors) {
    const { code } = extensions ?? {};
    const later =
      code === "UNAVAILABLE" && /not available in this version|Too many stat/.test(message);
    if (!later && !codes.has(String(code))) problems.push(`has the code ${code}`);
  }
  if (told.status >= 500) problems.push(`is answered with ${told.status}`);
  if (errors.length === 0 && data === undefined) problems.push("has neither data nor errors");
  const isRefused = said.some((code) => REFUSED.test(code));
  if (isRefused && asked.statements > 0)
    problems.push(`is refused after ${asked.statements} statements`);
  if (said.includes("GRAPHQL_PARSE_FAILED")) return problems;
  const document = parse(query);
  const operation = operationOf(document, operationName);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!coerced) return problems;
  const large = over(sizesOf(schema, query, document, operation, coerced));
  if (large.length > 0 && !isRefused && said.length === 0)
    problems.push(`is run with too much: ${large.join()}`);
  if (data) problems.push(...nonconforming(schema, document, operation, coerced, data));
  return problems;
};

export interface Tally {
  documents: number;
  answered: number;
  refused: number;
  /** Asked until they ran compiled. */
  compiled: number;
  slowestMs: number;
  slowest: string;
}

const shown = ({ query, variables, operationName, credential, told }: Asked): string =>
  `as ${credential}${operationName ? `, ${operationName}` : ""}: ${query}\n  ${JSON.stringify(variables)}\n  ${told.status} ${told.text.slice(0, 600)}`;

/** So many random documents, valid by the schema, as whoever there is. @throws with what is found */
export const documents = async ({
  seed,
  count,
}: {
  seed: number;
  count: number;
}): Promise<Tally> => {
  const [server, receiver] = [await startServer(), await answering()];
  const asker = new Asker(server);
  const tally: Tally = {
    documents: 0,
    answered: 0,
    refused: 0,
    compiled: 0,

    slowestMs: 0,
    slowest: "",
  };
  let words = 0;
  const fresh = async (): Promise<Furnished> =>
    furnish(server, wordOf(seed, (words += 1)), receiver.url);
  const check = (index: number, asked: Asked, more: string[] = []): void => {
    const problems = [...problemsOf(asked), ...more, ...asker.logged()];
    if (problems.length > 0)
      throw new Error(`seed ${seed}, document ${index}, ${shown(asked)}\n${problems.join("\n")}`);
    tally.documents += 1;
    if (asked.told.text.startsWith('{"data":{')) tally.answered += 1;
    if (/"GRAPHQL_(VALIDATION|PARSE)_FAILED"/.test(asked.told.text)) tally.refused += 1;
    if (asked.cpuMs > tally.slowestMs)
      [tally.slowestMs, tally.slowest] = [Math.round(asked.cpuMs), asked.query];
  };
  try {
    const reading = await fresh();
    let changing = await fresh();
    // Nobody else moves it on: whatever is read again is the same.
    server.clock.step = 0;
    asker.logged();
    // What changes something comes last: what it leads to is no part of what is asked next.
    for (const mutations of [false, true]) {
      let changes = 0;
      for (let index = 0; index < count; index += 1) {
        const random = new Random(seed * 1_000_003 + index);
        const furnished = mutations ? changing : reading;
        const written = new Writer(schema, random, textsFor(furnished)).write();
        if (written.mutation !== mutations) continue;
        const credential = random.of(credentials);
        const asked = await asker.ask(written, credential, furnished);
        const isPlain =
          asked.told.text.startsWith('{"data":{') && !asked.told.text.includes('"errors"');
        const more: string[] = [];
        if (!mutations && isPlain && random.chance(30)) {
          let last = asked;
          for (let time = 1; time < TIMES; time += 1)
            last = await asker.ask(written, credential, furnished);
          if (last.told.text !== asked.told.text)
            more.push(`is answered otherwise again: ${last.told.text.slice(0, 600)}`);
          tally.compiled += 1;
        }
        // Something else may have been under way: what takes long takes long again.
        if (asked.cpuMs > MOST_CPU_MS && !mutations)
          asked.cpuMs = (await asker.ask(written, credential, furnished)).cpuMs;
        check(index, asked, more);
        changes += Number(mutations);
        if (asked.told.status === 401 && credential !== "none") changes = KEPT;
        if (changes >= KEPT) [changing, changes] = [await fresh(), 0];
      }
    }
    return tally;
  } finally {
    asker.close();
    await server.stop();
    receiver.close();
  }
};
