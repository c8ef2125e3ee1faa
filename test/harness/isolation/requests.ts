import "reflect-metadata";
import { isKeyOnly } from "../../helpers/key-only-routes.js";
import { getNamedType, isLeafType } from "graphql";
import { createSchema } from "../../../graph/schema.js";
import { compileRoute, type CompiledRoute } from "../../../rest/route.js";
import { restRoutes } from "../../../rest/routes.js";
import { createConsoleSession } from "../../helpers/console-session.js";
import { buildFullSelection } from "../../helpers/full-selection.js";
import { uploadForm } from "../../helpers/media.js";
import type { Answer, TestServer } from "../../helpers/server.js";
import {
  finalRequests,
  endpointValues,
  foreignOnlyRequests,
  operationValues,
} from "./base-values.js";
import { type IsolationCase, buildIsolationCases, type Parameter } from "./cases.js";
import type { RequestValues } from "./request-values.js";
import type { FilledOrganization } from "./filled-organization.js";

/** A request that an organization can send with one of its credentials. */
export interface IsolationRequest {
  /** The operation or endpoint, and the credential. */
  name: string;
  cases: IsolationCase[];
  isFinal: boolean;
  /** Whether it is a read with the most powerful credential. */
  isRead: boolean;
  send: (
    server: TestServer,
    attacker: FilledOrganization,
    values: RequestValues,
  ) => Promise<Answer>;
}

const schema = createSchema();
/** Fields that an API key must not select. */
const INTERNAL_FIELDS = new Set(["deliveries", "matchCandidates", "lastDelivery", "apiKey"]);
const SELECTION_DEPTH = { query: 3, mutation: 2 };

const findBase = <Base>(of: Record<string, Base>, name: string): Base => {
  const found = of[name];
  if (!found) throw new Error(`base-values.ts has no entry for ${name}`);
  return found;
};

const selectCases = (name: string, cases: IsolationCase[]): IsolationCase[] =>
  foreignOnlyRequests.has(name) ? cases.filter(({ path }) => path !== "") : cases;

type SendWithCredential = (
  server: TestServer,
  attacker: FilledOrganization,
  body: object,
) => Promise<Answer>;

const createBearer =
  (token: (attacker: FilledOrganization) => string): SendWithCredential =>
  async (server, attacker, body) =>
    server.fetch("/graphql", {
      method: "POST",
      headers: { authorization: `Bearer ${token(attacker)}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });

type GraphqlBody = { query: string; variables: object };

const sendersByCredential: Record<string, SendWithCredential> = {
  key: createBearer(({ org }) => org.apiKey),
  token: createBearer(({ org }) => org.internalToken),
  session: async (_, attacker, body) =>
    attacker.console.query((body as GraphqlBody).query, (body as GraphqlBody).variables),
};
const sendAsVisitor: SendWithCredential = async (server, _, body) =>
  createConsoleSession(server).query((body as GraphqlBody).query, (body as GraphqlBody).variables);

const buildOperationRequests = (kind: "query" | "mutation", name: string): IsolationRequest[] => {
  const root = kind === "query" ? schema.getQueryType()! : schema.getMutationType()!;
  const { args, type } = root.getFields()[name]!;
  const cases = selectCases(name, buildIsolationCases(name, args, findBase(operationValues, name)));
  const document = (without: ReadonlySet<string>): string => {
    const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(", ");
    const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
    const resultType = getNamedType(type);
    const selected = isLeafType(resultType)
      ? ""
      : buildFullSelection(schema, resultType.name, SELECTION_DEPTH[kind], without);
    const field = args.length > 0 ? `${name}(${given})` : name;
    return `${kind}${args.length > 0 ? ` (${declared})` : ""} { ${field} ${selected} }`;
  };
  const senders = /^(signIn|redeemSetupLink)$/.test(name)
    ? { visitor: sendAsVisitor }
    : sendersByCredential;
  return Object.entries(senders).map(([credential, send]) => {
    const query = document(credential === "key" ? INTERNAL_FIELDS : new Set());
    return {
      name: `${name} by ${credential}`,
      cases,
      isFinal: finalRequests.has(name),
      isRead: kind === "query" && credential === "token",
      send: (server, attacker, variables) => send(server, attacker, { query, variables }),
    };
  });
};

const buildEndpointRequest = (route: CompiledRoute): IsolationRequest => {
  const method = route.method.toUpperCase();
  const name = `${method} ${route.path}`;
  const parameters: Parameter[] = route.variables.flatMap(({ name, type }) =>
    route.names.get(name)!.map((parameterName) => ({ name: parameterName, type })),
  );
  const send: IsolationRequest["send"] = async (server, { org }, values) => {
    const rest = { ...values, dialerToken: new URL(org.dialerUrl).pathname.split("/").at(-1) };
    const path = route.path.replaceAll(/:(\w+)/g, (_, parameter: keyof typeof rest) =>
      encodeURIComponent(String(rest[parameter])),
    );
    const ownValues = Object.entries(values).filter(([key]) => !route.path.includes(`:${key}`));
    if (route.isUpload) return uploadForm(server, org, Object.fromEntries(ownValues));
    if (route.bodyVariable !== undefined) {
      const query = new URLSearchParams({ user_email: (values["user_email"] ?? "") as string });
      return org.send(method, `${path}?${query.toString()}`, values[route.bodyVariable]);
    }
    if (route.method !== "get") return org.send(method, path, Object.fromEntries(ownValues));
    const query = new URLSearchParams(ownValues.map(([key, value]) => [key, String(value)]));
    return org.get(`${path}?${query.toString()}`);
  };
  const cases = selectCases(
    name,
    buildIsolationCases(name, parameters, findBase(endpointValues, name)),
  );
  return { name, cases, isFinal: false, isRead: route.method === "get", send };
};

/**
 * Builds every operation for each credential, and every endpoint. @throws if base-values.ts lacks
 * one
 */
export const buildRequests = (): IsolationRequest[] => [
  ...restRoutes
    .filter((route) => !isKeyOnly(route))
    .map((route) => buildEndpointRequest(compileRoute(schema, route))),
  ...Object.keys(schema.getQueryType()!.getFields()).flatMap((name) =>
    buildOperationRequests("query", name),
  ),
  ...Object.keys(schema.getMutationType()!.getFields()).flatMap((name) =>
    buildOperationRequests("mutation", name),
  ),
];
