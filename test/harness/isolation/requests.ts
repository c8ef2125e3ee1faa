import "reflect-metadata";
import { isKeyOnly } from "../../helpers/rest/key-only-routes.js";
import { getNamedType, type GraphQLObjectType, isLeafType } from "graphql";
import { createSchema } from "../../../graph/schema.js";
import { compileRoute, type CompiledRoute } from "../../../rest/route.js";
import { restRoutes } from "../../../rest/routes/index.js";
import { createConsoleSession } from "../../helpers/sign-in/console-session.js";
import { listClosedFields } from "../../helpers/graphql/closed-fields.js";
import { buildFullSelection } from "../../helpers/graphql/full-selection.js";
import { uploadForm } from "../../helpers/recordings/media.js";
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

export const graphqlCredentials = ["key", "token", "session"] as const;
export type GraphqlCredential = (typeof graphqlCredentials)[number];

/** How a request reaches the server: over /v1 with the key, or over /graphql with a credential. */
type Surface = "rest" | GraphqlCredential;

/** A request that an organization can send with one of its credentials. */
export interface IsolationRequest {
  /** The operation or endpoint, and the credential. */
  name: string;
  surface: Surface;
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
const INTERNAL_FIELDS = listClosedFields("integration");
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

const sendersByCredential: Record<GraphqlCredential, SendWithCredential> = {
  key: createBearer(({ org }) => org.apiKey),
  token: createBearer(({ org }) => org.internalToken),
  session: async (_, attacker, body) =>
    attacker.console.query((body as GraphqlBody).query, (body as GraphqlBody).variables),
};
const sendAsVisitor: SendWithCredential = async (server, _, body) =>
  createConsoleSession(server).query((body as GraphqlBody).query, (body as GraphqlBody).variables);

const findRootType = (kind: "query" | "mutation"): GraphQLObjectType =>
  kind === "query" ? schema.getQueryType()! : schema.getMutationType()!;

/** Builds a document with the operation's arguments as variables. It selects every field but those `without`. */
const buildOperation = (
  kind: "query" | "mutation",
  name: string,
  without: ReadonlySet<string>,
): { query: string; cases: IsolationCase[] } => {
  const { args, type } = findRootType(kind).getFields()[name]!;
  const cases = selectCases(name, buildIsolationCases(name, args, findBase(operationValues, name)));
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(", ");
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const resultType = getNamedType(type);
  const selected = isLeafType(resultType)
    ? ""
    : buildFullSelection(schema, resultType.name, SELECTION_DEPTH[kind], without);
  const field = args.length > 0 ? `${name}(${given})` : name;
  const query = `${kind}${args.length > 0 ? ` (${declared})` : ""} { ${field} ${selected} }`;
  return { query, cases };
};

/** Builds every change over /graphql, as a caller sends it who may not select the fields `without`. */
export const buildChanges = (
  credential: GraphqlCredential,
  without: ReadonlySet<string>,
): IsolationRequest[] =>
  Object.keys(findRootType("mutation").getFields())
    .filter((name) => !finalRequests.has(name))
    .map((name) => {
      const { query, cases } = buildOperation("mutation", name, without);
      return {
        name: `${name} by ${credential}`,
        surface: credential,
        cases,
        isFinal: false,
        isRead: false,
        send: async (server, attacker, variables) =>
          sendersByCredential[credential](server, attacker, { query, variables }),
      };
    });

const buildOperationRequests = (kind: "query" | "mutation", name: string): IsolationRequest[] => {
  const senders: [credential: string, surface: Surface, SendWithCredential][] =
    /^(signIn|redeemSetupLink|redeemAccountLink|requestPasswordReset)$/.test(name)
      ? [["visitor", "session", sendAsVisitor]]
      : graphqlCredentials.map((name) => [name, name, sendersByCredential[name]]);
  return senders.map(([credential, surface, send]) => {
    const without = credential === "key" ? INTERNAL_FIELDS : new Set<string>();
    const { query, cases } = buildOperation(kind, name, without);
    return {
      name: `${name} by ${credential}`,
      surface,
      cases,
      isFinal: finalRequests.has(name),
      isRead: kind === "query" && credential === "token",
      send: (server, attacker, variables) => send(server, attacker, { query, variables }),
    };
  });
};

/** Puts the texts that a body has inside of an object there. */
const nestTexts = ({ nestedTexts = {} }: CompiledRoute, values: RequestValues): RequestValues => {
  const body = { ...values };
  for (const [name, [object, field]] of Object.entries(nestedTexts))
    if (Object.hasOwn(body, name)) {
      body[object] = { ...(body[object] as RequestValues | undefined), [field]: body[name] };
      delete body[name];
    }
  return body;
};

const buildEndpointRequest = (route: CompiledRoute): IsolationRequest => {
  const method = route.method.toUpperCase();
  const name = `${method} ${route.path}`;
  const parameters: Parameter[] = route.variables.flatMap(({ name, type }) =>
    (route.nestedTexts?.[name] ? [name] : route.names.get(name)!).map((parameterName) => ({
      name: parameterName,
      type,
    })),
  );
  const send: IsolationRequest["send"] = async (server, { org }, values) => {
    const rest = { ...values, dialerToken: new URL(org.dialerUrl).pathname.split("/").at(-1) };
    const path = route.path.replaceAll(/:(\w+)/g, (_, parameter: keyof typeof rest) =>
      encodeURIComponent(String(rest[parameter])),
    );
    const ownValues = Object.entries(nestTexts(route, values)).filter(
      ([key]) => !route.path.includes(`:${key}`),
    );
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
  return { name, surface: "rest", cases, isFinal: false, isRead: route.method === "get", send };
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
