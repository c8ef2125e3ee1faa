import { hash } from "node:crypto";
import { startServer, type TestServer } from "../../helpers/server.js";
import { createRequester } from "../../helpers/tenant.js";
import type { Refusal } from "./refusal.js";
import { findMismatch, Ids } from "./ids.js";
import type { Organization, World } from "./world.js";

/** How a command comes: over /v1, or over /graphql by the API key or by the internal token. */
export type Surface = "v1" | "key" | "token";

/** A request, with the model's ids in it. */
export type ModelRequest =
  | { method: string; path: string; body?: unknown; key?: string }
  | { query: string; variables?: object };

/** What is asked, and what the answer must be. */
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

/** The symbol of the organization's API key, and of its dialer URL. */
export const buildKeySymbol = ({ id, keyCount }: Organization, which = "key"): string =>
  `‹${which} ${id.slice(1, -1)} ${keyCount}›`;

/** A server over one database, in which every sequence has organizations of its own. */
export class ServerSide {
  readonly #request: ReturnType<typeof createRequester>;
  #tokens = new Map<string, string>();
  ids = new Ids();

  private constructor(
    readonly name: string,
    readonly server: TestServer,
  ) {
    this.#request = createRequester(server.url);
  }

  /** Over SQLite, or as this run of the suite is; or over the PostgreSQL of the URL. */
  static async start(name: string, postgres?: string): Promise<ServerSide> {
    const server = await startServer({ postgres });
    // Every delivery stays as it was written.
    await server.notifier.stop();
    return new ServerSide(name, server);
  }

  /** Begins a sequence: a clock that stands, ids and keys that follow from its number. */
  async begin(run: number, world: World): Promise<void> {
    const { clock, services } = this.server;
    Object.assign(clock, { time: world.now, step: 0 });
    const prefix = formatHex(run);
    let [made, random] = [0, 0];
    Object.assign(services, {
      newId: () => {
        made += 1;
        const count = formatHex(world.hasDescendingIds ? 2 ** 40 - made : made);
        return `${prefix.slice(0, 8)}-${prefix.slice(8)}-7000-8000-${count}`;
      },
      randomBytes: (length: number) => {
        random += 1;
        return Buffer.from(hash("sha512", `${run} ${random}`, "hex"), "hex").subarray(0, length);
      },
    });
    this.ids = new Ids();
    for (const org of world.organizations) {
      const { id, apiKey, dialerUrl, internalToken } = await this.server.createTenant(org.name);
      this.ids.bind(org.id, id);
      this.ids.bind(buildKeySymbol(org), apiKey);
      this.ids.bind(buildKeySymbol(org, "dialer"), dialerUrl);
      this.#tokens.set(org.id, internalToken);
    }
  }

  /** Asks as the organization does. */
  async send(org: Organization, surface: Surface, ask: ModelRequest): Promise<Reply> {
    const token =
      surface === "token" ? this.#tokens.get(org.id)! : this.ids.fillText(buildKeySymbol(org));
    if ("query" in ask)
      return this.#request("/graphql", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(this.ids.fillValue(ask)),
      });
    const { method, path, body, key } = ask;
    const filled = path.replaceAll(/‹[^›]*›/g, (id) =>
      id.startsWith("‹dialer") ? this.ids.fillText(id) : encodeURIComponent(this.ids.fillText(id)),
    );
    return this.#request(filled.replace(PUBLIC_URL, ""), {
      method,
      headers: {
        "x-api-key": key ? this.ids.fillText(key) : token,
        "content-type": "application/json",
      },
      ...(body !== undefined && { body: JSON.stringify(this.ids.fillValue(body)) }),
    });
  }

  /** Where the reply is not what it must be. */
  findProblem({ request, expected }: Exchange, { status, text }: Reply): string | undefined {
    const answer: unknown = JSON.parse(text);
    if ("body" in expected) {
      if (status !== 200) return `status ${status}: ${text}`;
      const { body } = expected;
      return findMismatch(this.ids, answer, "query" in request ? { data: body } : body);
    }
    const { code, field, words } = expected.refusal;
    const { message, ...told } =
      "query" in request ? parseGraphqlError(answer) : (answer as { message: string });
    const wanted = { ...(code !== "UNAUTHENTICATED" && { code }), ...(field && { field }) };
    if (!("query" in request) && status !== (statuses[code] ?? 400))
      return `status ${status}: ${text}`;
    if (words !== undefined && message !== words) return `message ${message}, not ${words}`;
    return findMismatch(this.ids, told, wanted, text);
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
