import { isKeyOnly } from "../helpers/rest/key-only-routes.js";
import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from "graphql";
import { createSchema } from "../../graph/schema.js";
import { restRoutes } from "../../rest/routes/index.js";
import { connectAssistant } from "../helpers/mcp/assistant.js";
import { listParameters } from "../helpers/rest/read-routes.js";
import { createSampleData } from "../helpers/graphql/operations.js";
import { test } from "../helpers/suite.js";

/** Texts that PostgreSQL refuses or that UTF-8 can't encode. */
const UNSTORABLE = ["\0", "a\0b", "\uD83D", "\uDCA1a"];

/** The same in a URL. A lone surrogate has no percent-encoded UTF-8, so its bytes are not UTF-8. */
const UNSTORABLE_IN_URLS = ["%00", "a%00b", "%ED%A0%BD", "%ED%B2%A1a", "%FF"];

const REFUSED = new Set([400, 401, 404]);

/** Routes outside the table of /v1. */
const OTHER_PATHS: [string, string][] = [
  ["GET", "/v1/recordings/:id/media"],
  ["HEAD", "/v1/recordings/:id/media"],
  ["GET", "/v1/:unknown"],
  ["GET", "/v1/events/stream?startAfter=:cursor"],
  ["POST", "/mcp/:unknown"],
  ["GET", "/export/:unknown"],
  ["POST", "/graphql/:unknown"],
];

const paths = [
  ...restRoutes
    .filter((route) => !isKeyOnly(route))
    .map(({ method, path }): [string, string] => [method.toUpperCase(), path]),
  ...OTHER_PATHS,
].filter(([, path]) => path.includes(":"));

for (const [method, path] of paths)
  test(`${method} ${path} refuses unstorable texts`, async (t) => {
    const { org } = t.context;
    const names = path.match(/:\w+/g)!;
    for (const name of names)
      for (const text of UNSTORABLE_IN_URLS)
        for (const encoded of [text, `01a203b7-beaa-7cbc-8ad9-6cba88bc4728${text}`]) {
          const target = names.reduce(
            (url, other) =>
              url.replace(
                other,
                other === name
                  ? encoded
                  : other === ":dialerToken"
                    ? new URL(org.dialerUrl).pathname.split("/").at(-1)!
                    : "x",
              ),
            path,
          );
          const body = method === "POST" || method === "PUT" ? {} : undefined;
          const { status } = await org.send(method, target, body);
          t.true(REFUSED.has(status), `${target}: ${status}`);
        }
  });

for (const route of restRoutes.filter(({ method }) => method === "get"))
  for (const name of listParameters(route))
    test(`GET ${route.path} refuses an unstorable ${name}`, async (t) => {
      const path = route.path.replaceAll(/:\w+/g, "x");
      for (const text of UNSTORABLE_IN_URLS) {
        const { status } = await t.context.org.get(`${path}?${name}=${text}`);
        t.true(REFUSED.has(status), `${text}: ${status}`);
      }
    });

test("the event stream refuses cursors and headers of unstorable texts", async (t) => {
  const { org } = t.context;
  const encoded = UNSTORABLE.map((text) => Buffer.from(text).toString("base64url"));
  for (const cursor of [...encoded, "\u00ED\u00A0\u00BD", "\u00FF"]) {
    const { status } = await org.get("/v1/events/stream", { "last-event-id": cursor });
    t.is(status, 400, cursor);
  }
});

test("the key in a header and the request id may have any bytes", async (t) => {
  const { server } = t.context;
  for (const text of ["\u00ED\u00A0\u00BD", "\u00FF"]) {
    const headers = { "x-api-key": text, "x-request-id": text };
    t.is((await server.fetch("/v1/users", { headers })).status, 401);
    t.is(
      (await server.fetch("/v1/users", { headers: { authorization: `Bearer ${text}` } })).status,
      401,
    );
  }
});

const schema = createSchema();

/** Builds a valid value of a type, with required fields only. */
const buildValue = (type: GraphQLInputType): unknown => {
  const inner = getNullableType(type);
  if (isListType(inner)) return [];
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (isInputObjectType(inner))
    return Object.fromEntries(
      Object.values(inner.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, buildValue(field.type)]),
    );
  const { name } = getNamedType(inner);
  if (name === "JSON") return {};
  if (name === "Boolean") return true;
  if (name === "Int" || name === "Float") return 1;
  return name.startsWith("Date") ? "2026-03-02T10:00:00Z" : "x";
};

type Insert = (text: string) => unknown;

/** Lists functions that put a text into each place of a value that can hold one, by the place's path. */
const listTextPlaces = (type: GraphQLInputType, path: string, depth = 0): [string, Insert][] => {
  const inner = getNullableType(type);
  if (isListType(inner))
    return listTextPlaces(inner.ofType, `${path}.0`, depth).map(([at, insert]) => [
      at,
      (text) => [insert(text)],
    ]);
  if (isInputObjectType(inner)) {
    if (depth > 4) return [];
    const base = buildValue(inner) as object;
    return Object.values(inner.getFields()).flatMap((field: GraphQLInputField) =>
      listTextPlaces(field.type, `${path}.${field.name}`, depth + 1).map(
        ([at, insert]): [string, Insert] => [
          at,
          (text) => ({ ...base, [field.name]: insert(text) }),
        ],
      ),
    );
  }
  const { name } = getNamedType(inner);
  if (name === "JSON")
    return [
      [`${path}.value`, (text) => ({ list: [text] })],
      [`${path}.key`, (text) => ({ [text]: 1 })],
    ];
  return name === "Int" || name === "Float" || name === "Boolean" || isEnumType(inner)
    ? []
    : [[path, (text) => text]];
};

const formatType = (type: GraphQLInputType): string =>
  isNonNullType(type) ? `${formatType(type.ofType)}!` : type.toString();

const buildDocument = (kind: string, name: string, args: readonly GraphQLArgument[]): string => {
  const declared = args.map((arg) => `$${arg.name}: ${formatType(arg.type)}`).join(", ");
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  return `${kind} (${declared}) { answer: ${name}(${passed})`;
};

for (const [kind, root] of [
  ["query", schema.getQueryType()!],
  ["mutation", schema.getMutationType()!],
] as const)
  for (const field of Object.values(root.getFields())) {
    const places = field.args.flatMap((arg) =>
      listTextPlaces(arg.type, arg.name).map(([path, insert]) => ({ arg, path, insert })),
    );
    if (places.length === 0) continue;
    test(`${kind} ${field.name} refuses unstorable texts`, async (t) => {
      const { org, server } = t.context;
      await createSampleData(server, org);
      const isLeaf = !("getFields" in getNamedType(field.type));
      const required = field.args.filter(isRequiredArgument);
      for (const { arg, path, insert } of places)
        for (const text of UNSTORABLE) {
          const used = [...new Set([...required, arg])];
          const document = `${buildDocument(kind, field.name, used)} ${isLeaf ? "" : "{ __typename }"} }`;
          const variables = Object.fromEntries(
            used.map((one) => [one.name, one === arg ? insert(text) : buildValue(one.type)]),
          );
          const { errors } = await org.sendGraphql(document, variables);
          const codes = (errors ?? []).map(({ extensions }) => extensions.code);
          t.true(codes.length > 0, `${path} accepts ${JSON.stringify(text)}`);
          for (const code of codes)
            t.false(code === "INTERNAL" || code === "UNAVAILABLE", `${path}: ${code}`);
        }
    });
  }

test("the tools of /mcp refuse unstorable texts", async (t) => {
  const { org, server } = t.context;
  const assistant = await connectAssistant(t, server.url, org.apiKey);
  const { tools } = await assistant.client.listTools();
  t.true(tools.length > 0);
  for (const { name, inputSchema } of tools)
    for (const property of Object.keys(inputSchema.properties ?? {}))
      for (const text of UNSTORABLE)
        for (const value of [text, [text]]) {
          const outcome = await assistant.callTool(name, { [property]: value }).catch(
            // The client itself refuses an invalid argument.
            (error: unknown) => ({ error }),
          );
          t.truthy(outcome.error, `${name}.${property}`);
          t.notRegex(JSON.stringify(outcome.error), /INTERNAL|UNAVAILABLE|Internal error/);
        }
});
