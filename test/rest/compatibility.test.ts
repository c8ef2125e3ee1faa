import { readdirSync, readFileSync } from "node:fs";
import test from "ava";
import { printOpenApi } from "../../rest/openapi/print.js";
import { findBreakingChanges } from "../helpers/breaking-changes.js";
import { smallApi } from "../helpers/small-api.js";

const KEPT = "docs/openapi";

for (const file of readdirSync(KEPT))
  test(`whoever reads ${file} is not broken by this program`, (t) => {
    const kept = JSON.parse(readFileSync(`${KEPT}/${file}`, "utf8"));
    t.deepEqual(findBreakingChanges(kept, JSON.parse(printOpenApi("http://127.0.0.1:8480"))), []);
  });

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const after = (change: (document: Loose) => void): string[] => {
  const next: Loose = structuredClone(smallApi);
  change(next);
  return findBreakingChanges(smallApi, next);
};

const things = (document: Loose): Loose => document.paths["/v1/things"];
const bodyOf = (document: Loose): Loose =>
  things(document).post.requestBody.content["application/json"].schema;
const answerOf = (document: Loose): Loose => document.components.schemas.Thing;
const eventOf = (document: Loose): Loose =>
  document.webhooks["thing.made"].post.requestBody.content["application/json"].schema;

const POST = "post /v1/things";
const cases: [title: string, change: (document: Loose) => void, told: string[]][] = [
  ["a path that is gone", (d) => delete d.paths["/v1/things"], [`${POST} is gone`]],
  ["a method that is gone", (d) => delete things(d).post, [`${POST} is gone`]],
  [
    "another name of an operation",
    (d) => (things(d).post.operationId = "x"),
    [`${POST}: another operationId`],
  ],
  [
    "another credential",
    (d) => (things(d).post.security = [{ key: [] }]),
    [`${POST}: another security`],
  ],
  [
    "a parameter that is gone",
    (d) => things(d).post.parameters.shift(),
    [`${POST}: query kind is gone`],
  ],
  [
    "a parameter that must be given",
    (d) => (things(d).post.parameters[0].required = true),
    [`${POST}: query kind is required`],
  ],
  [
    "a new parameter that must be given",
    (d) => things(d).post.parameters.push({ name: "new", in: "query", required: true }),
    [`${POST}: query new is required`],
  ],
  [
    "a lower limit",
    (d) => (things(d).post.parameters[0].schema.maxLength = 9),
    [`${POST} query kind: maxLength is lower`],
  ],
  [
    "a limit where there was none",
    (d) => (things(d).post.parameters[1].schema.items.minLength = 1),
    [`${POST} query tags[]: minLength is higher`],
  ],
  [
    "a form where there was none",
    (d) => (things(d).post.parameters[0].schema.pattern = "^a"),
    [`${POST} query kind: pattern has changed`],
  ],
  [
    "another default",
    (d) => (things(d).post.parameters[0].schema.default = "b"),
    [`${POST} query kind: default has changed`],
  ],
  [
    "a body that must be sent",
    (d) => (things(d).post.requestBody.required = true),
    [`${POST}: a body is required`],
  ],
  [
    "a field of a body that must be sent",
    (d) => bodyOf(d).required.push("note"),
    [`${POST} body.note is required`],
  ],
  [
    "a field of a body that is gone",
    (d) => delete bodyOf(d).properties.note,
    [`${POST} body.note is gone`],
  ],
  [
    "a field that may be null no more",
    (d) => (bodyOf(d).properties.note.type = "string"),
    [`${POST} body.note: no longer takes null`],
  ],
  [
    "a value that is no longer taken",
    (d) => bodyOf(d).properties.kind.enum.pop(),
    [`${POST} body.kind: b is gone`],
  ],
  [
    "a field of which only some values are taken now",
    (d) => (bodyOf(d).properties.id.enum = ["x"]),
    [`${POST} body.id: is an enum on one side only`],
  ],
  [
    "a status that is gone",
    (d) => delete things(d).post.responses[404],
    [`${POST}: no 404 any more`],
  ],
  [
    "a header that is gone",
    (d) => delete things(d).post.responses[200].headers.etag,
    [`${POST} 200: no etag any more`],
  ],
  [
    "another media type",
    (d) => (things(d).post.responses[200].content = { "text/plain": {} }),
    [`${POST} 200: no application/json any more`],
  ],
  [
    "a field of an answer that is gone",
    (d) => delete answerOf(d).properties.note,
    [`${POST} 200.note is gone`],
  ],
  [
    "a field of an answer that has another name",
    (d) => {
      answerOf(d).properties.notes = answerOf(d).properties.note;
      delete answerOf(d).properties.note;
    },
    [`${POST} 200.note is gone`],
  ],
  [
    "a field of what is referred to that is gone",
    (d) => delete d.components.schemas.Parent.properties.id,
    [
      `${POST} body.parent.id is gone`,
      `${POST} 200.parent.id is gone`,
      "post thing.made.parent.id is gone",
    ],
  ],
  [
    "a field that may be absent now",
    (d) => answerOf(d).required.pop(),
    [`${POST} 200.size may be absent`],
  ],
  [
    "a field that may be null now",
    (d) => (answerOf(d).properties.id.type = ["string", "null"]),
    [`${POST} 200.id: may be null`],
  ],
  [
    "a field of another type",
    (d) => (answerOf(d).properties.size.type = "string"),
    [`${POST} 200.size: may be string`],
  ],
  [
    "a number that was whole",
    (d) => (answerOf(d).properties.size.type = "number"),
    [`${POST} 200.size: may be number`],
  ],
  [
    "a value of an answer that is gone",
    (d) => answerOf(d).properties.kind.enum.pop(),
    [`${POST} 200.kind: b is gone`],
  ],
  [
    "a field of which any value may come now",
    (d) => delete answerOf(d).properties.kind.enum,
    [`${POST} 200.kind: is an enum on one side only`],
  ],
  ["an event that is gone", (d) => delete d.webhooks["thing.made"], ["post thing.made is gone"]],
  [
    "a field of an event that is gone",
    (d) => delete eventOf(d).properties.id,
    ["post thing.made.id is gone"],
  ],
  [
    "a header of an event that is gone",
    (d) => (d.webhooks["thing.made"].post.parameters = []),
    ["post thing.made: header webhook-id is gone"],
  ],
];

for (const [title, change, told] of cases)
  test(`${title} breaks clients`, (t) => {
    t.deepEqual(after(change), told);
  });

const add = (document: Loose): void => {
  document.paths["/v1/others"] = { get: {} };
  document.webhooks["other"] = { post: {} };
  things(document).get = {};
  things(document).post.parameters.push({ name: "new", in: "query", schema: {} });
  things(document).post.responses[409] = { description: "Conflict" };
  for (const schema of [bodyOf(document), answerOf(document), eventOf(document)])
    schema.properties.more = { type: "string" };
  answerOf(document).required.push("note");
  answerOf(document).properties.note.type = "string";
  bodyOf(document).properties.size.type = "number";
  bodyOf(document).properties.kind.enum.push("c");
  answerOf(document).properties.kind.enum.push("c");
  bodyOf(document).required.pop();
  things(document).post.parameters[0].schema.maxLength = 11;
};

test("what is added breaks nobody", (t) => {
  t.deepEqual(after(add), []);
});
