import { hash } from "node:crypto";
import { runRetentionOnce } from "../../helpers/retention/retention.js";
import { startServer, type TestServer } from "../../helpers/server.js";
import { createRequester } from "../../helpers/tenant.js";
import { searchTrackers } from "../../helpers/trackers/trackers.js";
import type { Refusal } from "./refusal.js";
import { findMismatch, Ids } from "./ids.js";
import type { NamedKey, Organization, World } from "./world.js";

/** The API and credential of a command: /v1, or /graphql with the API key or the internal token. */
export type Surface = "v1" | "key" | "token";

/** What the server does in the background, run to its end. */
const jobs = { searchTrackers, runRetention: runRetentionOnce };

/** A request with the model's IDs, or a job of the server for the organization. */
export type ModelRequest =
  | { job: keyof typeof jobs }
  | { method: string; path: string; body?: unknown; key?: string }
  | { query: string; variables?: object; key?: string };

/** A request and its expected response. */
export interface Exchange {
  request: ModelRequest;
  expected: { body: unknown } | { refusal: Refusal };
}

interface Reply {
  status: number;
  text: string;
}

const PUBLIC_URL = "https://debrief.example.com";

const statuses: Record<string, number> = { NOT_FOUND: 404, CONFLICT: 409, UNAUTHENTICATED: 401 };

const formatHex = (number: number): string => number.toString(16).padStart(12, "0");

/** Builds the symbol of a named key's secret. */
export const buildNamedKeySymbol = ({ id }: NamedKey): string => `‹secret ${id.slice(1, -1)}›`;

/** Builds the symbol of the organization's API key or dialer URL. */
export const buildKeySymbol = ({ id, keyCount }: Organization, which = "key"): string =>
  `‹${which} ${id.slice(1, -1)} ${keyCount}›`;

/** A server on one database. Each sequence gets its own organizations. */
export class ServerSide {
  readonly #request: ReturnType<typeof createRequester>;
  #tokens = new Map<string, string>();
  readonly #organizationIds: string[] = [];
  ids = new Ids();

  private constructor(
    readonly name: string,
    readonly server: TestServer,
  ) {
    this.#request = createRequester(server.url);
  }

  /** Uses SQLite or the test run's database; with `postgres`, that server. */
  static async start(name: string, postgres?: string): Promise<ServerSide> {
    const server = await startServer({ postgres });
    // Deliveries must stay pending.
    await server.notifier.stop();
    return new ServerSide(name, server);
  }

  /** Starts a sequence: a stopped clock, and IDs and keys derived from the sequence number. */
  async begin(run: number, world: World): Promise<void> {
    const { clock, services } = this.server;
    Object.assign(clock, { time: world.now, step: 0 });
    const prefix = formatHex(run);
    let [idCount, random] = [0, 0];
    Object.assign(services, {
      newId: () => {
        idCount += 1;
        const count = formatHex(world.hasDescendingIds ? 2 ** 40 - idCount : idCount);
        return `${prefix.slice(0, 8)}-${prefix.slice(8)}-7000-8000-${count}`;
      },
      randomBytes: (length: number) => {
        random += 1;
        return Buffer.from(hash("sha512", `${run} ${random}`, "hex"), "hex").subarray(0, length);
      },
    });
    this.ids = new Ids();
    await this.#deleteAccounts();
    for (const org of world.organizations) {
      const { id, apiKey, dialerUrl, internalToken } = await this.server.createTenant(org.name);
      this.ids.bind(org.id, id);
      this.#organizationIds.push(id);
      this.ids.bind(buildKeySymbol(org), apiKey);
      this.ids.bind(buildKeySymbol(org, "dialer"), dialerUrl);
      this.#tokens.set(org.id, internalToken);
    }
  }

  /** An e-mail has one account in all organizations, also those of former sequences. */
  async #deleteAccounts(): Promise<void> {
    const { db } = this.server.services;
    for (const organizationId of this.#organizationIds.splice(0))
      await db("accounts").where({ organization_id: organizationId }).delete();
  }

  /** Sends a request as the organization. */
  async send(org: Organization, surface: Surface, modelRequest: ModelRequest): Promise<Reply> {
    if ("job" in modelRequest) {
      await jobs[modelRequest.job](this.server, { id: this.ids.fillText(org.id) });
      return { status: 200, text: "{}" };
    }
    const token =
      surface === "token" ? this.#tokens.get(org.id)! : this.ids.fillText(buildKeySymbol(org));
    const { key } = modelRequest;
    const credential = key ? this.ids.fillText(key) : token;
    if ("query" in modelRequest) {
      const { query, variables } = modelRequest;
      return this.#request("/graphql", {
        method: "POST",
        headers: { authorization: `Bearer ${credential}`, "content-type": "application/json" },
        body: JSON.stringify(this.ids.fillValue({ query, variables })),
      });
    }
    const { method, path, body } = modelRequest;
    const filled = path.replaceAll(/‹[^›]*›/g, (id) =>
      id.startsWith("‹dialer") ? this.ids.fillText(id) : encodeURIComponent(this.ids.fillText(id)),
    );
    return this.#request(filled.replace(PUBLIC_URL, ""), {
      method,
      headers: {
        "x-api-key": credential,
        "content-type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(this.ids.fillValue(body)) }),
    });
  }

  /** Describes how a reply differs from the expectation. */
  findProblem({ request, expected }: Exchange, { status, text }: Reply): string | undefined {
    const answer: unknown = JSON.parse(text);
    if ("body" in expected) {
      if (status !== 200) return `status ${status}: ${text}`;
      const { body } = expected;
      if ("query" in request && "errors" in (answer as object))
        return `error: ${text.slice(0, 500)}`;
      return findMismatch(this.ids, answer, "query" in request ? { data: body } : body);
    }
    const { code, field, words } = expected.refusal;
    const { message, ...error } =
      "query" in request ? parseGraphqlError(answer) : (answer as { message: string });
    const expectedError = { ...(code !== "UNAUTHENTICATED" && { code }), ...(field && { field }) };
    if (!("query" in request) && status !== (statuses[code] ?? 400))
      return `status ${status}: ${text}`;
    if (words !== undefined && message !== words) return `message ${message}, not ${words}`;
    return findMismatch(this.ids, error, expectedError, text);
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }
}

const parseGraphqlError = (answer: unknown): { message: string } => {
  const { errors } = answer as { errors?: { message: string; extensions: object }[] };
  if (errors?.length !== 1) return { message: "no error" };
  return { message: errors[0]!.message, ...errors[0]!.extensions };
};
