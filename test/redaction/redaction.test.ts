import { test } from "../helpers/suite.js";

const SET = `mutation ($input: RedactionInput!) {
  setRedaction(input: $input) { cardNumbers patterns { name pattern } } }`;
const GET = "{ redaction { cardNumbers patterns { name pattern } } }";
const NOTES = `query ($id: ID!) { recording(id: $id) { name summary } }`;

const CUSTOMER = { name: "customer no", pattern: "K-[0-9]{6}" };

test("an organization redacts nothing until it is set, and a field that is left out stays", async (t) => {
  const { org } = t.context;
  t.deepEqual((await org.graphql(GET)).redaction, { cardNumbers: false, patterns: [] });
  await org.graphql(SET, { input: { cardNumbers: true } });
  await org.graphql(SET, { input: { patterns: [CUSTOMER] } });
  t.deepEqual((await org.graphql(GET)).redaction, { cardNumbers: true, patterns: [CUSTOMER] });
});

test("own patterns are replaced by their name, in the texts of one organization", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  await org.graphql(SET, { input: { patterns: [CUSTOMER] } });
  const create = async (tenant: typeof org) => {
    const id = await tenant.createProcessed(
      { name: "About K-123456" },
      { summary: "K-1, K-654321" },
    );
    return (await tenant.graphql(NOTES, { id })).recording;
  };
  t.deepEqual(await create(org), {
    name: "About [customer no]",
    summary: "K-1, [customer no]",
  });
  t.deepEqual(await create(other), { name: "About K-123456", summary: "K-1, K-654321" });
});

test("a tracker's phrase that is redacted is refused: it would find other words", async (t) => {
  const { org } = t.context;
  await org.graphql(SET, { input: { patterns: [CUSTOMER] } });
  const upsert = `mutation ($phrases: [String!]!) {
    upsertTracker(input: { name: "Numbers", phrases: $phrases }) { id } }`;
  const { errors } = await org.sendGraphql(upsert, { phrases: ["price", "K-123456"] });
  t.like(errors![0], { extensions: { code: "INVALID_FIELD", field: "phrases.1" } });
  t.deepEqual((await org.graphql("{ trackers { id } }")).trackers, []);
  await org.graphql(upsert, { phrases: ["price"] });
});

test("an own pattern matches a whole field", async (t) => {
  const { org } = t.context;
  const pattern = { name: "tax no", pattern: "^[0-9]{9}$" };
  await org.graphql(SET, { input: { patterns: [pattern] } });
  const id = await org.ingestCall({ custom_fields: { taxNo: "123456789", list: ["123456789"] } });
  const { recording } = await org.graphql(
    "query ($id: ID!) { recording(id: $id) { customFields } }",
    { id },
  );
  t.deepEqual(recording.customFields, { taxNo: "[tax no]", list: ["[tax no]"] });
});

test("ids and addresses stay, so that a call can be sent again", async (t) => {
  const { org } = t.context;
  await org.graphql(SET, { input: { cardNumbers: true } });
  const call = {
    call_id: "4111111111111111",
    recording_url: "https://a.example.com/4111111111111111",
  };
  const ids = [await org.ingestCall(call), await org.ingestCall(call)];
  t.is(ids[0], ids[1]);
});

const refusals: [pattern: object, field: string, message: RegExp][] = [
  [{ name: "a", pattern: "(" }, "patterns.0.pattern", /RE2/],
  [{ name: "a", pattern: "(a)\\1" }, "patterns.0.pattern", /RE2/],
  [{ name: "a", pattern: "a*" }, "patterns.0.pattern", /empty text/],
  [{ name: "a", pattern: "\\b" }, "patterns.0.pattern", /empty text/],
  [{ name: "a", pattern: "x|\\B" }, "patterns.0.pattern", /empty text/],
  [{ name: "a", pattern: "(?m)^" }, "patterns.0.pattern", /empty text/],
  [{ name: "a", pattern: "a".repeat(201) }, "patterns.0.pattern", /200 characters/],
  [{ name: "a", pattern: "(a{900}){2}" }, "patterns.0.pattern", /RE2|too long/],
  [{ name: "a", pattern: "(?:\\pL\\pN){600}" }, "patterns.0.pattern", /too long/],
  [{ name: " ", pattern: "a" }, "patterns.0.name", /empty/],
  [{ name: "[a]", pattern: "a" }, "patterns.0.name", /letters/],
];

for (const [pattern, field, message] of refusals)
  test(`is refused: ${JSON.stringify(pattern).slice(0, 60)}`, async (t) => {
    const { errors } = await t.context.org.sendGraphql(SET, { input: { patterns: [pattern] } });
    t.is(errors?.[0]?.extensions.field, field);
    t.regex(errors![0]!.message, message);
  });

test("an organization has at most 20 patterns", async (t) => {
  const patterns = Array.from({ length: 21 }, () => CUSTOMER);
  const { errors } = await t.context.org.sendGraphql(SET, { input: { patterns } });
  t.is(errors?.[0]?.extensions.field, "patterns");
});

test("the audit log names the changed fields, and not their values", async (t) => {
  const { org } = t.context;
  await org.graphql(SET, { input: { patterns: [CUSTOMER] } });
  await org.graphql(SET, { input: { patterns: [CUSTOMER] } });
  const { auditLog } = await org.graphql("{ auditLog { nodes { action fields } } }");
  t.deepEqual(
    auditLog.nodes.filter(({ action }: { action: string }) => action === "redaction.updated"),
    [{ action: "redaction.updated", fields: ["patterns"] }],
  );
});
