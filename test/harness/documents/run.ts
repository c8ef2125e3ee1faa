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
import { findNonconforming } from "../conformance.js";
import { PASSWORD } from "../../helpers/sign-in/console-session.js";
import { issueOperatorToken } from "../../helpers/sign-in/operator-token.js";
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
/** After this many runs, a document runs compiled. */
const RUNS_UNTIL_COMPILED = 4;
const MAX_CHANGES_KEPT = 300;
const SETTLE_MS = 300;

const knownCodes = new Set([
  ..."MISSING_REQUIRED_FIELD INVALID_FIELD USER_NOT_FOUND INVALID_CURSOR FORBIDDEN".split(" "),
  ..."DESTINATION_NOT_ALLOWED NOT_FOUND CONFLICT RATE_LIMITED UNAUTHENTICATED".split(" "),
  ..."GRAPHQL_VALIDATION_FAILED GRAPHQL_PARSE_FAILED BAD_USER_INPUT".split(" "),
]);
/** Codes of documents that are not executed. */
const REFUSED_CODE = /^GRAPHQL_(VALIDATION|PARSE)_FAILED$/;
/** Statements that authenticate the caller, and those of the notifier after a change. */
const IGNORED_STATEMENTS = /.(api_keys|tokens|sessions|accounts). |deliveries|RECURSIVE waiting/;

const fixedTexts: Record<string, string[]> = {
  current: [PASSWORD],
  events: [...eventNames],
  new: [PASSWORD],
  password: [PASSWORD],
  trigger: ["all", "dialer"],
  url: ["http://127.0.0.1:9/hook"],
};

const createTextsFor =
  (organization: FilledOrganization): TextsFor =>
  (operation, name) => {
    const places = [
      `${operation}.${name}`,
      `${operation}.filter.${name}`,
      `${operation}.input.${name}`,
    ];
    const existing =
      places.map((place) => referencesByPath[place]).find((found) => found) ??
      referencesByName[name] ??
      [];
    return fixedTexts[name] ?? existing.map((referenceName) => organization.names[referenceName]);
  };

interface GraphError {
  message: string;
  extensions?: { code?: string };
}

type Credential = "key" | "none" | "operator" | "session" | "token";
const credentials: Credential[] = ["token", "token", "token", "session", "key", "operator", "none"];

/** A document with its response. */
interface SentDocument extends WrittenDocument {
  credential: Credential;
  response: HttpResult;
  cpuMs: number;
  /** How many statements it caused. */
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
   * Sends a document; one that was refused after statements is sent again. The statements may
   * belong to the previous document, whose response with an error came while other fields were
   * still loading.
   */
  async send(
    written: WrittenDocument,
    credential: Credential,
    organization: FilledOrganization,
  ): Promise<SentDocument> {
    const sent = await this.#sendOnce(written, credential, organization);
    if (sent.statements === 0 || !sent.response.text.includes("_FAILED")) return sent;
    await setTimeout(SETTLE_MS);
    return this.#sendOnce(written, credential, organization);
  }

  async #sendOnce(
    written: WrittenDocument,
    credential: Credential,
    organization: FilledOrganization,
  ): Promise<SentDocument> {
    const { query, variables, operationName } = written;
    const headers = {
      ...(await this.#headers(credential, organization)),
      "content-type": "application/json",
    };
    const body = JSON.stringify({ query, variables, operationName });
    this.#statements = 0;
    const before = process.cpuUsage();
    const result = await this.#client.ask({ method: "POST", path: "/graphql", body, headers });
    const { user, system } = process.cpuUsage(before);
    return {
      ...written,
      credential,
      response: result,
      cpuMs: (user + system) / 1000,
      statements: this.#statements,
    };
  }

  /** Returns and clears the errors in the server's log. */
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

/** Checks a response on its own. */
const findProblems = (sent: SentDocument): string[] => {
  const { response, query, variables, operationName, credential } = sent;
  const problems: string[] = [];
  if (sent.cpuMs > MAX_CPU_MS) problems.push(`uses ${Math.round(sent.cpuMs)} ms of CPU time`);
  if (response.status === 401) {
    const isExpected = credential === "none" || sent.isMutation;
    return isExpected ? problems : [...problems, "gets 401 with a valid credential"];
  }
  const { data, errors = [] } = JSON.parse(response.text) as {
    data?: unknown;
    errors?: GraphError[];
  };
  const codes = errors.map(({ extensions }) => String(extensions?.code));
  for (const { message, extensions } of errors) {
    const { code } = extensions ?? {};
    const isNotAvailable =
      code === "UNAVAILABLE" && /not available in this version|Too many stat/.test(message);
    if (!isNotAvailable && !knownCodes.has(String(code))) problems.push(`has the code ${code}`);
  }
  if (response.status >= 500) problems.push(`returns ${response.status}`);
  if (errors.length === 0 && data === undefined) problems.push("has neither data nor errors");
  const isRefused = codes.some((code) => REFUSED_CODE.test(code));
  if (isRefused && sent.statements > 0)
    problems.push(`is refused after ${sent.statements} statements`);
  if (codes.includes("GRAPHQL_PARSE_FAILED")) return problems;
  const document = parse(query);
  const operation = findOperation(document, operationName);
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  if (!coerced) return problems;
  const large = findExceededLimits(measureDocument(schema, query, document, operation, coerced));
  if (large.length > 0 && !isRefused && codes.length === 0)
    problems.push(`is executed above the limits: ${large.join()}`);
  if (data) problems.push(...findNonconforming(schema, document, operation, coerced, data));
  return problems;
};

export interface DocumentTally {
  documents: number;
  answered: number;
  refused: number;
  /** Repeated until they ran compiled. */
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

/**
 * Sends `count` random documents, valid for the schema, with every kind of credential. @throws at
 * the first problem
 */
export const runDocuments = async ({
  seed,
  count,
}: {
  seed: number;
  count: number;
}): Promise<DocumentTally> => {
  const [server, receiver] = [await startServer(), await startEchoReceiver()];
  const sender = new DocumentSender(server);
  const tally: DocumentTally = {
    documents: 0,
    answered: 0,
    refused: 0,
    compiled: 0,

    slowestMs: 0,
    slowest: "",
  };
  let organizationCount = 0;
  const createOrganization = async (): Promise<FilledOrganization> =>
    createFilledOrganization(server, buildWord(seed, (organizationCount += 1)), receiver.url);
  const check = (index: number, sent: SentDocument, more: string[] = []): void => {
    const problems = [...findProblems(sent), ...more, ...sender.readLog()];
    if (problems.length > 0)
      throw new Error(
        `seed ${seed}, document ${index}, ${formatSent(sent)}\n${problems.join("\n")}`,
      );
    tally.documents += 1;
    if (sent.response.text.startsWith('{"data":{')) tally.answered += 1;
    if (/"GRAPHQL_(VALIDATION|PARSE)_FAILED"/.test(sent.response.text)) tally.refused += 1;
    if (sent.cpuMs > tally.slowestMs)
      [tally.slowestMs, tally.slowest] = [Math.round(sent.cpuMs), sent.query];
  };
  try {
    const reading = await createOrganization();
    let changing = await createOrganization();
    // A stopped clock makes repeated reads equal.
    server.clock.step = 0;
    sender.readLog();
    // Mutations come last, so their follow-up work can't affect a measured query.
    for (const isChanging of [false, true]) {
      let changes = 0;
      for (let index = 0; index < count; index += 1) {
        const random = new SeededRandom(seed * 1_000_003 + index);
        const organization = isChanging ? changing : reading;
        const written = new DocumentWriter(schema, random, createTextsFor(organization)).write();
        if (written.isMutation !== isChanging) continue;
        const credential = random.pick(credentials);
        const sent = await sender.send(written, credential, organization);
        const isPlain =
          sent.response.text.startsWith('{"data":{') && !sent.response.text.includes('"errors"');
        const more: string[] = [];
        if (!isChanging && isPlain && random.chance(30)) {
          let last = sent;
          for (let time = 1; time < RUNS_UNTIL_COMPILED; time += 1)
            last = await sender.send(written, credential, organization);
          if (last.response.text !== sent.response.text)
            more.push(
              `returns another response when repeated: ${last.response.text.slice(0, 600)}`,
            );
          tally.compiled += 1;
        }
        // Another process may have used the CPU, so a slow document must be slow twice.
        if (sent.cpuMs > MAX_CPU_MS && !isChanging)
          sent.cpuMs = (await sender.send(written, credential, organization)).cpuMs;
        check(index, sent, more);
        changes += Number(isChanging);
        if (sent.response.status === 401 && credential !== "none") changes = MAX_CHANGES_KEPT;
        if (changes >= MAX_CHANGES_KEPT) [changing, changes] = [await createOrganization(), 0];
      }
    }
    return tally;
  } finally {
    sender.close();
    await server.stop();
    receiver.close();
  }
};
