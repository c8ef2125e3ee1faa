import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { GraphAnswer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { createTemplate, UPSERT_TEMPLATE, type Template } from "../helpers/analysis/templates.js";

const upsert = async (org: Tenant, input: object): Promise<GraphAnswer> =>
  org.sendGraphql(UPSERT_TEMPLATE, { input });

const listQuestions = (template: Template): string[] =>
  template.questions.map(({ question }) => question);

test("a template keeps the order of its questions", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "Zebra?", "Apple?", "Mango?");
  t.deepEqual(listQuestions(template), ["Zebra?", "Apple?", "Mango?"]);
  t.deepEqual(await org.graphql("{ templates { id name questions { id question } } }"), {
    templates: [template],
  });
});

test("an upserted template keeps its id and has its questions in the new order", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "One?", "Two?");
  const [one, two] = template.questions;
  const { template: changed } = await org.graphql(UPSERT_TEMPLATE, {
    input: {
      id: template.id,
      name: "Call",
      questions: [
        { id: two!.id, question: "Two, really?" },
        { question: "New?" },
        { id: one!.id, question: "One?" },
      ],
    },
  });
  t.like(changed, { id: template.id, name: "Call" });
  t.deepEqual(listQuestions(changed), ["Two, really?", "New?", "One?"]);
  t.is(changed.questions[0].id, two!.id);
  t.is(changed.questions[2].id, one!.id);
  t.is((await org.graphql("{ templates { id } }")).templates.length, 1);
});

test("templates are listed by name", async (t) => {
  const { org } = t.context;
  for (const name of ["b", "a", "C"]) await upsert(org, { name, questions: [] });
  const { templates } = await org.graphql("{ templates { name } }");
  t.deepEqual(
    templates.map(({ name }: Template) => name),
    ["C", "a", "b"],
  );
});

test("an unknown template id is not found and creates no template", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  const foreign = await createTemplate(other, "Theirs?");
  for (const id of ["no-such-id", foreign.id]) {
    const { errors } = await upsert(org, { id, name: "Mine", questions: [] });
    t.deepEqual(errors?.[0]?.extensions, { code: "NOT_FOUND" });
  }
  t.deepEqual((await org.graphql("{ templates { id } }")).templates, []);
  t.deepEqual((await other.graphql("{ templates { name } }")).templates, [{ name: "Visit" }]);
});

test("a name and a question must not be blank", async (t) => {
  const { org } = t.context;
  const refuse = async (input: object) => (await upsert(org, input)).errors?.[0]?.extensions;
  const unnamed = { name: " ", questions: [{ question: "One?" }] };
  t.like(await refuse(unnamed), { code: "INVALID_FIELD", field: "name" });
  const blank = { name: "Visit", questions: [{ question: "One?" }, { question: " " }] };
  t.like(await refuse(blank), { code: "INVALID_FIELD", field: "questions.1.question" });
  t.deepEqual((await org.graphql("{ templates { id } }")).templates, []);
});

test("a question that is unknown, repeated or another template's is refused", async (t) => {
  const { org, server } = t.context;
  const template = await createTemplate(org, "One?");
  const otherTemplate = await createTemplate(org, "Another's?");
  const before = await loadRowsByTable(server.services.db, org.id);
  const [one] = template.questions;
  for (const id of [otherTemplate.questions[0]!.id, "no-such-id", one!.id]) {
    const { errors } = await upsert(org, {
      id: template.id,
      name: "Changed",
      questions: [one, { id, question: "Hers?" }],
    });
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "questions.1.id" });
  }
  t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
});

test("an empty id names no template and no question", async (t) => {
  const { org } = t.context;
  const template = await createTemplate(org, "One?");
  const refused = await upsert(org, { id: "", name: "Empty", questions: [] });
  t.true(["NOT_FOUND", "INVALID_FIELD"].includes(refused.errors?.[0]?.extensions.code ?? ""));
  const { errors } = await upsert(org, {
    id: template.id,
    name: "Empty",
    questions: [{ id: "", question: "Which?" }],
  });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "questions.0.id" });
});

test("an organization has at most 50 templates, and can still change them", async (t) => {
  const { org, server } = t.context;
  const first = await createTemplate(org, "One?");
  for (let count = 1; count < 50; count += 1) await createTemplate(org);
  const { errors } = await upsert(org, { name: "More", questions: [] });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "id" });
  t.is((await org.graphql("{ templates { id } }")).templates.length, 50);
  const change = await upsert(org, { id: first.id, name: "Changed", questions: [] });
  t.is(change.errors, undefined);
  await createTemplate(await server.createTenant(), "Theirs?");
});

test("a question has at most 2,000 characters", async (t) => {
  const { org } = t.context;
  const sendQuestion = async (question: string) =>
    upsert(org, { name: "Visit", questions: [{ question }] });
  const { errors } = await sendQuestion("x".repeat(2_001));
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "questions.0.question" });
  t.is((await sendQuestion("x".repeat(2_000))).errors, undefined);
});
