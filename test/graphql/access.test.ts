import "reflect-metadata";
import { isObjectType } from "graphql";
import { issueToken } from "../../graph/organizations/keys.js";
import { createSchema } from "../../graph/schema.js";
import {
  createSampleData,
  operationNameOf,
  buildOperations,
  type OperationRole,
} from "../helpers/graphql/operations.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const schema = createSchema();
const queries = Object.keys(schema.getQueryType()!.getFields());
const mutations = Object.keys(schema.getMutationType()!.getFields());

const listErrorCodes = async (org: Tenant, document: string, token?: string): Promise<unknown[]> =>
  ((await org.sendGraphql(document, {}, token)).errors ?? []).map(
    ({ extensions }) => extensions.code,
  );

const runOperation = async (org: Tenant, operation: string, token?: string): Promise<unknown[]> =>
  listErrorCodes(
    org,
    `${queries.includes(operationNameOf(operation)) ? "query" : "mutation"} { ${operation} }`,
    token,
  );

const roles: OperationRole[] = [
  "anyone",
  "integration",
  "internal",
  "operator",
  "session",
  "visitor",
];

/** Runs every operation and returns which ones the credential may run and which it may not. */
const runAll = async (
  org: Tenant,
  operationsByRole: Record<OperationRole, string[]>,
  token: string,
) => {
  const refused: string[] = [];
  const allowed: string[] = [];
  for (const operation of roles.flatMap((role) => operationsByRole[role])) {
    const codes = await runOperation(org, operation, token);
    (codes.includes("FORBIDDEN") ? refused : allowed).push(operationNameOf(operation));
  }
  return { refused, open: allowed };
};

const namesOf = (
  operationsByRole: Record<OperationRole, string[]>,
  ...of: OperationRole[]
): string[] => of.flatMap((role) => operationsByRole[role].map(operationNameOf));

const NO_IDS = {
  recording: "",
  processedRecording: "",
  client: "",
  team: "",
  template: "",
  tracker: "",
  webhook: "",
  delivery: "",
  inboundCall: "",
  clip: "",
  playlist: "",
  view: "",
  clipLink: "",
  comment: "",
  commentedRecording: "",
  actionItem: "",
  judgedRecording: "",
  question: "",
  namedKey: "",
  calendar: "",
};

test("every operation of the schema is in the list of roles", (t) => {
  t.deepEqual(
    namesOf(buildOperations(NO_IDS), ...roles).toSorted(),
    [...queries, ...mutations].toSorted(),
  );
});

test("the API key may run exactly the operations of /v1", async (t) => {
  const { org, server } = t.context;
  const operationsByRole = buildOperations(await createSampleData(server, org));
  t.deepEqual(await runAll(org, operationsByRole, org.apiKey), {
    open: namesOf(operationsByRole, "anyone", "integration"),
    refused: namesOf(operationsByRole, "internal", "operator", "session", "visitor"),
  });
});

test("an internal token may run everything in its organization and create none", async (t) => {
  const { org, server } = t.context;
  const operationsByRole = buildOperations(await createSampleData(server, org));
  t.deepEqual(await runAll(org, operationsByRole, org.internalToken), {
    open: namesOf(operationsByRole, "anyone", "integration", "internal"),
    refused: namesOf(operationsByRole, "operator", "session", "visitor"),
  });
});

test("the operator may create organizations and can't read any", async (t) => {
  const { org, server } = t.context;
  const operationsByRole = buildOperations(await createSampleData(server, org));
  const operator = await issueToken(server.services.db, server.services, null);
  t.deepEqual(await runAll(org, operationsByRole, operator), {
    open: namesOf(operationsByRole, "anyone", "operator"),
    refused: namesOf(operationsByRole, "integration", "internal", "session", "visitor"),
  });
});

test("a forbidden operation changes nothing", async (t) => {
  const { org, server } = t.context;
  const operationsByRole = buildOperations(await createSampleData(server, org));
  const operator = await issueToken(server.services.db, server.services, null);
  const before = await loadRowsByTable(server.services.db, org.id);
  const { internal, session, visitor } = operationsByRole;
  for (const operation of [...internal, ...operationsByRole.operator, ...session, ...visitor])
    t.deepEqual(await runOperation(org, operation, org.apiKey), ["FORBIDDEN"], operation);
  for (const operation of [...operationsByRole.integration, ...internal, ...session, ...visitor])
    t.deepEqual(await runOperation(org, operation, operator), ["FORBIDDEN"], operation);
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
});

test("a forbidden operation doesn't reveal whether its object exists", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const [real, unknown] = await Promise.all(
    [id, "no-such-id"].map((value) =>
      org.sendGraphql(`mutation { deleteRecording(id: "${value}") }`, {}, org.apiKey),
    ),
  );
  t.deepEqual(real, unknown);
});

test("the API key can't read fields for internal tools", async (t) => {
  const { org, server } = t.context;
  const { recording } = await createSampleData(server, org);
  const documents = [
    `{ recording(id: "${recording}") { deliveries { hasMore } } }`,
    `{ recording(id: "${recording}") { matchCandidates { id } } }`,
    `{ recording(id: "${recording}") { analyses { hasMore } } }`,
    `{ recording(id: "${recording}") { canReanalyze } }`,
    `{ recording(id: "${recording}") { editedFields } }`,
    `{ recording(id: "${recording}") { transcriptCorrectedBy } }`,
    "{ organization { apiKey { prefix } } }",
    "{ webhooks { lastDelivery { id } } }",
  ];
  for (const document of documents) {
    t.deepEqual(await listErrorCodes(org, document, org.apiKey), ["FORBIDDEN"], document);
    t.deepEqual(await listErrorCodes(org, document), [], document);
  }
});

test('the descriptions of internal fields contain "(internal)"', (t) => {
  const guarded = Object.values(schema.getTypeMap()).flatMap((type) =>
    isObjectType(type) && ![schema.getQueryType(), schema.getMutationType()].includes(type)
      ? Object.values(type.getFields())
          .filter((field) => field.description?.includes("(internal)"))
          .map((field) => `${type.name}.${field.name}`)
      : [],
  );
  t.deepEqual(guarded.toSorted(), [
    "Organization.apiKey",
    "Recording.analyses",
    "Recording.canReanalyze",
    "Recording.deliveries",
    "Recording.editedFields",
    "Recording.matchCandidates",
    "Recording.transcriptCorrectedBy",
    "Webhook.lastDelivery",
  ]);
});

test("only internal tools can list unprocessed recordings", async (t) => {
  const { org } = t.context;
  await org.ingestCall();
  for (const status of ["received", "processing", "failed"]) {
    const document = `{ recordings(filter: { status: ${status} }) { nodes { status } } }`;
    const refused = await org.sendGraphql(document, {}, org.apiKey);
    t.deepEqual(refused.errors?.[0]?.extensions, { code: "FORBIDDEN", field: "status" }, status);
    t.is(refused.data, null);
    t.deepEqual(await listErrorCodes(org, document), [], status);
  }
  const processed = "{ recordings(filter: { status: processed }) { hasMore } }";
  t.deepEqual(await listErrorCodes(org, processed, org.apiKey), []);
});

test("only internal tools can list inactive users", async (t) => {
  const { org } = t.context;
  await org.createUser("left@example.com", { active: false });
  for (const active of ["null", "false"]) {
    const document = `{ users(active: ${active}) { email } }`;
    t.deepEqual(await listErrorCodes(org, document, org.apiKey), ["FORBIDDEN"], active);
  }
  const allUsers = await org.graphql("{ users(active: null) { email active } }");
  t.deepEqual(allUsers.users.map((user: { email: string }) => user.email).toSorted(), [
    "left@example.com",
    "rep@example.com",
  ]);
  const { data } = await org.sendGraphql("{ users { email } }", {}, org.apiKey);
  t.deepEqual(data, { users: [{ email: "rep@example.com" }] });
});

test("viewer returns the caller's role, organization and user", async (t) => {
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
