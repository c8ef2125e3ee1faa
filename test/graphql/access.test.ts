import "reflect-metadata";
import { isObjectType } from "graphql";
import { issueToken } from "../../graph/organizations/keys.js";
import { createSchema } from "../../graph/schema.js";
import {
  createSampleData,
  operationNameOf,
  buildOperations,
  type OperationAccess,
} from "../helpers/operations.js";
import { loadRowsByTable } from "../helpers/rows-by-table.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const schema = createSchema();
const queries = Object.keys(schema.getQueryType()!.getFields());
const mutations = Object.keys(schema.getMutationType()!.getFields());

const codesOf = async (org: Tenant, document: string, token?: string): Promise<unknown[]> =>
  ((await org.sendGraphql(document, {}, token)).errors ?? []).map(
    ({ extensions }) => extensions.code,
  );

const run = async (org: Tenant, operation: string, token?: string): Promise<unknown[]> =>
  codesOf(
    org,
    `${queries.includes(operationNameOf(operation)) ? "query" : "mutation"} { ${operation} }`,
    token,
  );

const rights: OperationAccess[] = [
  "anyone",
  "integration",
  "internal",
  "operator",
  "session",
  "visitor",
];

/** What the credential is refused, and what it is not, by the right that each operation needs. */
const verdicts = async (org: Tenant, needs: Record<OperationAccess, string[]>, token: string) => {
  const refused: string[] = [];
  const open: string[] = [];
  for (const operation of rights.flatMap((right) => needs[right])) {
    const codes = await run(org, operation, token);
    (codes.includes("FORBIDDEN") ? refused : open).push(operationNameOf(operation));
  }
  return { refused, open };
};

const names = (needs: Record<OperationAccess, string[]>, ...of: OperationAccess[]): string[] =>
  of.flatMap((right) => needs[right].map(operationNameOf));

const nothing = {
  recording: "",
  processedRecording: "",
  client: "",
  team: "",
  template: "",
  webhook: "",
  delivery: "",
  inboundCall: "",
};

test("every operation has a right that is tested here", (t) => {
  t.deepEqual(
    names(buildOperations(nothing), ...rights).toSorted(),
    [...queries, ...mutations].toSorted(),
  );
});

test("the API key may do what /v1 offers, and read what it shows", async (t) => {
  const { org, server } = t.context;
  const needs = buildOperations(await createSampleData(server, org));
  t.deepEqual(await verdicts(org, needs, org.apiKey), {
    open: names(needs, "anyone", "integration"),
    refused: names(needs, "internal", "operator", "session", "visitor"),
  });
});

test("an internal token may do all in its organization, and make no other", async (t) => {
  const { org, server } = t.context;
  const needs = buildOperations(await createSampleData(server, org));
  t.deepEqual(await verdicts(org, needs, org.internalToken), {
    open: names(needs, "anyone", "integration", "internal"),
    refused: names(needs, "operator", "session", "visitor"),
  });
});

test("the operator may ask who it is and make organizations, and sees into none", async (t) => {
  const { org, server } = t.context;
  const needs = buildOperations(await createSampleData(server, org));
  const operator = await issueToken(server.services.db, server.services, null);
  t.deepEqual(await verdicts(org, needs, operator), {
    open: names(needs, "anyone", "operator"),
    refused: names(needs, "integration", "internal", "session", "visitor"),
  });
});

test("what is forbidden changes nothing", async (t) => {
  const { org, server } = t.context;
  const needs = buildOperations(await createSampleData(server, org));
  const operator = await issueToken(server.services.db, server.services, null);
  const before = await loadRowsByTable(server.services.db, org.id);
  const { internal, session, visitor } = needs;
  for (const operation of [...internal, ...needs.operator, ...session, ...visitor])
    t.deepEqual(await run(org, operation, org.apiKey), ["FORBIDDEN"], operation);
  for (const operation of [...needs.integration, ...internal, ...session, ...visitor])
    t.deepEqual(await run(org, operation, operator), ["FORBIDDEN"], operation);
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
});

test("a forbidden operation says nothing of whether its object exists", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const [real, unknown] = await Promise.all(
    [id, "no-such-id"].map((value) =>
      org.sendGraphql(`mutation { deleteRecording(id: "${value}") }`, {}, org.apiKey),
    ),
  );
  t.deepEqual(real, unknown);
});

test("fields that are for internal tools are refused to the API key", async (t) => {
  const { org, server } = t.context;
  const { recording } = await createSampleData(server, org);
  const documents = [
    `{ recording(id: "${recording}") { deliveries { hasMore } } }`,
    `{ recording(id: "${recording}") { matchCandidates { id } } }`,
    "{ organization { apiKey { prefix } } }",
    "{ webhooks { lastDelivery { id } } }",
  ];
  for (const document of documents) {
    t.deepEqual(await codesOf(org, document, org.apiKey), ["FORBIDDEN"], document);
    t.deepEqual(await codesOf(org, document), [], document);
  }
});

test("the fields of types that are for internal tools say so", (t) => {
  const guarded = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && ![schema.getQueryType(), schema.getMutationType()].includes(type)
      ? Object.values(type.getFields())
          .filter((field) => field.description?.includes("(internal)"))
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );
  t.deepEqual(guarded.toSorted(), [
    "Organization.apiKey",
    "Recording.deliveries",
    "Recording.matchCandidates",
    "Webhook.lastDelivery",
  ]);
});

test("calls that are not processed are listed to internal tools only", async (t) => {
  const { org } = t.context;
  await org.ingestCall();
  for (const status of ["received", "processing", "failed"]) {
    const document = `{ recordings(filter: { status: ${status} }) { nodes { status } } }`;
    const refused = await org.sendGraphql(document, {}, org.apiKey);
    t.deepEqual(refused.errors?.[0]?.extensions, { code: "FORBIDDEN", field: "status" }, status);
    t.is(refused.data, null);
    t.deepEqual(await codesOf(org, document), [], status);
  }
  const processed = "{ recordings(filter: { status: processed }) { hasMore } }";
  t.deepEqual(await codesOf(org, processed, org.apiKey), []);
});

test("users who are not active are listed to internal tools only", async (t) => {
  const { org } = t.context;
  await org.createUser("left@example.com", { active: false });
  for (const active of ["null", "false"]) {
    const document = `{ users(active: ${active}) { email } }`;
    t.deepEqual(await codesOf(org, document, org.apiKey), ["FORBIDDEN"], active);
  }
  const everybody = await org.graphql("{ users(active: null) { email active } }");
  t.deepEqual(everybody.users.map((user: { email: string }) => user.email).toSorted(), [
    "left@example.com",
    "rep@example.com",
  ]);
  const { data } = await org.sendGraphql("{ users { email } }", {}, org.apiKey);
  t.deepEqual(data, { users: [{ email: "rep@example.com" }] });
});

test("who asks is told what it is", async (t) => {
  const { org, server } = t.context;
  const operator = await issueToken(server.services.db, server.services, null);
  const viewer = async (token: string) =>
    (await org.sendGraphql("{ viewer { role organization { id } user { email } } }", {}, token))
      .data;
  const organization = { id: org.id };
  t.deepEqual(await viewer(org.apiKey), {
    viewer: { role: "integration", organization, user: null },
  });
  t.deepEqual(await viewer(org.internalToken), {
    viewer: { role: "internal", organization, user: null },
  });
  t.deepEqual(await viewer(operator), {
    viewer: { role: "operator", organization: null, user: null },
  });
});
