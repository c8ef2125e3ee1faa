import "reflect-metadata";
import { getNamedType, isLeafType } from "graphql";
import { createSchema } from "../../graph/schema.js";
import { compile, type CompiledRoute } from "../../rest/route.js";
import { routes } from "../../rest/routes.js";
import { openPage } from "../helpers/console.js";
import { everything } from "../helpers/everything.js";
import { uploadForm } from "../helpers/media.js";
import type { Answer, TestServer } from "../helpers/server.js";
import { atLast, endpoints, onlyForeign, operations } from "./bases.js";
import { type Case, casesOf, type Parameter, type Values } from "./cases.js";
import type { Furnished } from "./furnish.js";

/** Something to ask by one of the organization's credentials, with values of a case. */
export interface Request {
  /** The operation or endpoint, and what asks. */
  name: string;
  cases: Case[];
  atLast: boolean;
  /** Whether it only reads, by the credential that may read the most. */
  reads: boolean;
  ask: (server: TestServer, by: Furnished, values: Values) => Promise<Answer>;
}

const schema = createSchema();
/** What an API key may not select. */
const INTERNAL = new Set(["deliveries", "matchCandidates", "lastDelivery", "apiKey"]);
const DEPTH = { query: 3, mutation: 2 };

const base = <Base>(of: Record<string, Base>, name: string): Base => {
  const found = of[name];
  if (!found) throw new Error(`there is no case for ${name}`);
  return found;
};

const tried = (name: string, cases: Case[]): Case[] =>
  onlyForeign.has(name) ? cases.filter(({ path }) => path !== "") : cases;

type Credential = (server: TestServer, by: Furnished, body: object) => Promise<Answer>;

const bearer =
  (token: (by: Furnished) => string): Credential =>
  async (server, by, body) =>
    server.fetch("/graphql", {
      method: "POST",
      headers: { authorization: `Bearer ${token(by)}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

type Asked = { query: string; variables: object };

const credentials: Record<string, Credential> = {
  key: bearer(({ org }) => org.apiKey),
  token: bearer(({ org }) => org.internalToken),
  session: async (_, by, body) => by.console.ask((body as Asked).query, (body as Asked).variables),
};
const visitor: Credential = async (server, _, body) =>
  openPage(server).ask((body as Asked).query, (body as Asked).variables);

const operation = (kind: "query" | "mutation", name: string): Request[] => {
  const root = kind === "query" ? schema.getQueryType()! : schema.getMutationType()!;
  const { args, type } = root.getFields()[name]!;
  const cases = tried(name, casesOf(name, args, base(operations, name)));
  const document = (without: ReadonlySet<string>): string => {
    const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(", ");
    const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
    const named = getNamedType(type);
    const selected = isLeafType(named) ? "" : everything(schema, named.name, DEPTH[kind], without);
    const called = args.length > 0 ? `${name}(${given})` : name;
    return `${kind}${args.length > 0 ? ` (${declared})` : ""} { ${called} ${selected} }`;
  };
  const asking = /^(signIn|setUp)$/.test(name) ? { visitor } : credentials;
  return Object.entries(asking).map(([credential, ask]) => {
    const query = document(credential === "key" ? INTERNAL : new Set());
    return {
      name: `${name} by ${credential}`,
      cases,
      atLast: atLast.has(name),
      reads: kind === "query" && credential === "token",
      ask: (server, by, variables) => ask(server, by, { query, variables }),
    };
  });
};

const endpoint = (route: CompiledRoute): Request => {
  const method = route.method.toUpperCase();
  const name = `${method} ${route.path}`;
  const parameters: Parameter[] = route.variables.flatMap(({ name, type }) =>
    route.names.get(name)!.map((known) => ({ name: known, type })),
  );
  const ask: Request["ask"] = async (server, { org }, values) => {
    const rest = { ...values, dialerToken: new URL(org.dialerUrl).pathname.split("/").at(-1) };
    const path = route.path.replaceAll(/:(\w+)/g, (_, parameter: keyof typeof rest) =>
      encodeURIComponent(String(rest[parameter])),
    );
    const own = Object.entries(values).filter(([key]) => !route.path.includes(`:${key}`));
    if (route.upload) return uploadForm(server, org, Object.fromEntries(own));
    if (route.whole !== undefined) {
      const query = new URLSearchParams({ user_email: (values["user_email"] ?? "") as string });
      return org.send(method, `${path}?${query.toString()}`, values[route.whole]);
    }
    if (route.method !== "get") return org.send(method, path, Object.fromEntries(own));
    const query = new URLSearchParams(own.map(([key, value]) => [key, String(value)]));
    return org.get(`${path}?${query.toString()}`);
  };
  const cases = tried(name, casesOf(name, parameters, base(endpoints, name)));
  return { name, cases, atLast: false, reads: route.method === "get", ask };
};

/** Every operation by every credential, and every endpoint. @throws where there is no case for one */
export const requests = (): Request[] => [
  ...routes.map((route) => endpoint(compile(schema, route))),
  ...Object.keys(schema.getQueryType()!.getFields()).flatMap((name) => operation("query", name)),
  ...Object.keys(schema.getMutationType()!.getFields()).flatMap((name) =>
    operation("mutation", name),
  ),
];
