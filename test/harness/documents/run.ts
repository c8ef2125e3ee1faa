import { eventNames } from "../../../graph/webhooks/events.js";
import { setTimeout } from "node:timers/promises";
import {
  type DocumentNode,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  parse,
} from "graphql";
import { createSchema } from "../../../graph/schema.js";
import { findNonconforming } from "../../helpers/conformance.js";
import { PASSWORD } from "../../helpers/console-session.js";
import { issueOperatorToken } from "../../helpers/operator-token.js";
import { startServer, type TestServer } from "../../helpers/server.js";
import {
  type FilledOrganization,
  createFilledOrganization,
} from "../isolation/filled-organization.js";
import { buildWord } from "../isolation/organization-names.js";
import { startEchoReceiver } from "../isolation/echo-receiver.js";
import { referencesByName, referencesByPath } from "../isolation/references.js";
import { createHttpClient, type HttpResult } from "../shapes/client.js";
import { SeededRandom } from "./seeded-random.js";
import { LIMITS, type DocumentSizes, measureDocument } from "./measure-document.js";
import { type TextsFor, DocumentWriter, type WrittenDocument } from "./document-writer.js";

const schema = createSchema();
const MAX_CPU_MS = 1_000;
/** So often a document comes before it runs compiled. */
const RUNS_UNTIL_COMPILED = 4;
const MAX_CHANGES_KEPT = 300;
const SETTLED_MS = 300;

const knownCodes = new Set([
  ..."MISSING_REQUIRED_FIELD INVALID_FIELD USER_NOT_FOUND INVALID_CURSOR FORBIDDEN".split(" "),
  ..."DESTINATION_NOT_ALLOWED NOT_FOUND CONFLICT RATE_LIMITED UNAUTHENTICATED".split(" "),
  ..."GRAPHQL_VALIDATION_FAILED GRAPHQL_PARSE_FAILED BAD_USER_INPUT".split(" "),
]);
/** What is said of a document that is not run. */
const REFUSED_CODE = /^GRAPHQL_(VALIDATION|PARSE)_FAILED$/;
/** How it is found out who asks; and what the notifier asks by itself after a change. */
const IGNORED_STATEMENTS = /.(api_keys|tokens|sessions|admins). |deliveries|RECURSIVE waiting/;

const fixedTexts: Record<string, string[]> = {
  current: [PASSWORD],
  events: [...eventNames],
  new: [PASSWORD],
  password: [PASSWORD],
  trigger: ["all", "dialer"],
  url: ["http://127.0.0.1:9/hook"],
};

const createTextsFor =
  (furnished: FilledOrganization): TextsFor =>
  (operation, name) => {
    const places = [
      `${operation}.${name}`,
      `${operation}.filter.${name}`,
      `${operation}.input.${name}`,
    ];
    const named =
      places.map((place) => referencesByPath[place]).find((found) => found) ??
      referencesByName[name] ??
      [];
    return fixedTexts[name] ?? named.map((known) => furnished.names[known]);
  };

interface GraphError {
  message: string;
  extensions?: { code?: string };
}

type Credential = "key" | "none" | "operator" | "session" | "token";
const credentials: Credential[] = ["token", "token", "token", "session", "key", "operator", "none"];

/** What has been asked, and what it has been answered with. */
interface SentDocument extends WrittenDocument {
  credential: Credential;
  response: HttpResult;
  cpuMs: number;
  /** How many statements it led to. */
  statements: number;
}

class DocumentSender {
  readonly #client;
  readonly #operator: Promise<string>;
  #statements = 0;

  constructor(private readonly server: TestServer) {
    this.#client = createHttpClient(server.url, 1);
    this.#operator = issueOperatorToken(server);
    server.services.db.on("query", ({ sql }: { sql: string }) => {
      if (!IGNORED_STATEMENTS.test(sql)) this.#statements += 1;
    });
  }

  close(): void {
    this.#client.close();
  }

  async #headers(
    credential: Credential,
    { org, console }: FilledOrganization,
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
  async send(
    written: WrittenDocument,
    credential: Credential,
    furnished: FilledOrganization,
  ): Promise<SentDocument> {
    const asked = await this.#ask(written, credential, furnished);
    if (asked.statements === 0 || !asked.response.text.includes("_FAILED")) return asked;
    await setTimeout(SETTLED_MS);
    return this.#ask(written, credential, furnished);
  }

  async #ask(
    written: WrittenDocument,
    credential: Credential,
    furnished: FilledOrganization,
  ): Promise<SentDocument> {
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
      response: told,
      cpuMs: (user + system) / 1000,
      statements: this.#statements,
    };
  }

  /** What went wrong inside since the last time. */
  readLog(): string[] {
    const errors = this.server.log.filter(({ level }) => level === "error" || Number(level) >= 50);
    this.server.log.length = 0;
    return errors.map((line) => JSON.stringify(line));
  }
}

const findOperation = (document: DocumentNode, name?: string): OperationDefinitionNode =>
  document.definitions.find(
    (node): node is OperationDefinitionNode =>
      node.kind === Kind.OPERATION_DEFINITION && (name === undefined || node.name?.value === name),
  )!;

const findExceededLimits = (sizes: DocumentSizes): string[] =>
  (Object.keys(LIMITS) as (keyof DocumentSizes)[]).filter((name) => sizes[name] > LIMITS[name]);

/** What is wrong with an answer by itself. */
const findProblems = (asked: SentDocument): string[] => {
  const { response, query, variables, operationName, credential } = asked;
  const problems: string[] = [];
  if (asked.cpuMs > MAX_CPU_MS)
    problems.push(`takes ${Math.round(asked.cpuMs)} ms of the processor`);
  if (response.status === 401) {
    const own = credential === "none" || asked.isMutation;
    return own ? problems : [...problems, "is not let in"];
  }
  const { data, errors = [] } = JSON.parse(response.text) as {
    data?: unknown;
    errors?: GraphError[];
  };
  const said = errors.map(({ extensions }) => String(extensions?.code));
  for (const { message, extensions } of errors) {
    const { code } = extensions ?? {};
    const later =
      code === "UNAVAILABLE" && /not available in this version|Too many stat/.test(message);
    if (!later && !knownCodes.has(String(code))) problems.push(`has the code ${code}`);
  }
  if (response.status >= 500) problems.push(`is answered with ${response.status}`);
  if (errors.length === 0 && data === undefined) problems.push("has neither data nor errors");
  const isRefused = said.some((code) => REFUSED_CODE.test(code));
  if (isRefused && asked.statements > 0)
    problems.push(`is refused after ${asked.statements} statements`);
  if (said.includes("GRAPHQL_PARSE_FAILED")) return problems;
  const document = parse(query);
  const operation = findOperation(document, operationName);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!coerced) return problems;
  const large = findExceededLimits(measureDocument(schema, query, document, operation, coerced));
  if (large.length > 0 && !isRefused && said.length === 0)
    problems.push(`is run with too much: ${large.join()}`);
  if (data) problems.push(...findNonconforming(schema, document, operation, coerced, data));
  return problems;
};

export interface DocumentTally {
  documents: number;
  answered: number;
  refused: number;
  /** Asked until they ran compiled. */
  compiled: number;
  slowestMs: number;
  slowest: string;
}

const formatSent = ({
  query,
  variables,
  operationName,
  credential,
  response,
}: SentDocument): string =>
  `as ${credential}${operationName ? `, ${operationName}` : ""}: ${query}\n  ${JSON.stringify(variables)}\n  ${response.status} ${response.text.slice(0, 600)}`;

/** So many random documents, valid by the schema, as whoever there is. @throws with what is found */
export const runDocuments = async ({
  seed,
  count,
}: {
  seed: number;
  count: number;
}): Promise<DocumentTally> => {
  const [server, receiver] = [await startServer(), await startEchoReceiver()];
  const asker = new DocumentSender(server);
  const tally: DocumentTally = {
    documents: 0,
    answered: 0,
    refused: 0,
    compiled: 0,

    slowestMs: 0,
    slowest: "",
  };
  let words = 0;
  const fresh = async (): Promise<FilledOrganization> =>
    createFilledOrganization(server, buildWord(seed, (words += 1)), receiver.url);
  const check = (index: number, asked: SentDocument, more: string[] = []): void => {
    const problems = [...findProblems(asked), ...more, ...asker.readLog()];
    if (problems.length > 0)
      throw new Error(
        `seed ${seed}, document ${index}, ${formatSent(asked)}\n${problems.join("\n")}`,
      );
    tally.documents += 1;
    if (asked.response.text.startsWith('{"data":{')) tally.answered += 1;
    if (/"GRAPHQL_(VALIDATION|PARSE)_FAILED"/.test(asked.response.text)) tally.refused += 1;
    if (asked.cpuMs > tally.slowestMs)
      [tally.slowestMs, tally.slowest] = [Math.round(asked.cpuMs), asked.query];
  };
  try {
    const reading = await fresh();
    let changing = await fresh();
    // Nobody else moves it on: whatever is read again is the same.
    server.clock.step = 0;
    asker.readLog();
    // What changes something comes last: what it leads to is no part of what is asked next.
    for (const mutations of [false, true]) {
      let changes = 0;
      for (let index = 0; index < count; index += 1) {
        const random = new SeededRandom(seed * 1_000_003 + index);
        const furnished = mutations ? changing : reading;
        const written = new DocumentWriter(schema, random, createTextsFor(furnished)).write();
        if (written.isMutation !== mutations) continue;
        const credential = random.pick(credentials);
        const asked = await asker.send(written, credential, furnished);
        const isPlain =
          asked.response.text.startsWith('{"data":{') && !asked.response.text.includes('"errors"');
        const more: string[] = [];
        if (!mutations && isPlain && random.chance(30)) {
          let last = asked;
          for (let time = 1; time < RUNS_UNTIL_COMPILED; time += 1)
            last = await asker.send(written, credential, furnished);
          if (last.response.text !== asked.response.text)
            more.push(`is answered otherwise again: ${last.response.text.slice(0, 600)}`);
          tally.compiled += 1;
        }
        // Something else may have been under way: what takes long takes long again.
        if (asked.cpuMs > MAX_CPU_MS && !mutations)
          asked.cpuMs = (await asker.send(written, credential, furnished)).cpuMs;
        check(index, asked, more);
        changes += Number(mutations);
        if (asked.response.status === 401 && credential !== "none") changes = MAX_CHANGES_KEPT;
        if (changes >= MAX_CHANGES_KEPT) [changing, changes] = [await fresh(), 0];
      }
    }
    return tally;
  } finally {
    asker.close();
    await server.stop();
    receiver.close();
  }
};
