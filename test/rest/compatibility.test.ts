import { readdirSync, readFileSync } from "node:fs";
import test from "ava";
import { printOpenApi } from "../../rest/openapi/print.js";
import { findBreakingChanges } from "./breaking-changes.js";
import { smallApi } from "./small-api.js";

const RELEASED_DOCUMENTS = "docs/openapi";

for (const file of readdirSync(RELEASED_DOCUMENTS))
  test(`this version breaks no client of ${file}`, (t) => {
    const kept = JSON.parse(readFileSync(`${RELEASED_DOCUMENTS}/${file}`, "utf8"));
    t.deepEqual(findBreakingChanges(kept, JSON.parse(printOpenApi("http://127.0.0.1:8480"))), []);
  });

// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const changesAfter = (change: (document: Loose) => void): string[] => {
  const next: Loose = structuredClone(smallApi);
  change(next);
  return findBreakingChanges(smallApi, next);
};

const pathOf = (document: Loose): Loose => document.paths["/v1/things"];
const bodyOf = (document: Loose): Loose =>
  pathOf(document).post.requestBody.content["application/json"].schema;
const responseOf = (document: Loose): Loose => document.components.schemas.Thing;
const eventOf = (document: Loose): Loose =>
  document.webhooks["thing.made"].post.requestBody.content["application/json"].schema;

const POST = "post /v1/things";
const cases: [title: string, change: (document: Loose) => void, told: string[]][] = [
  ["removing a path", (d) => delete d.paths["/v1/things"], [`${POST} was removed`]],
  ["removing a method", (d) => delete pathOf(d).post, [`${POST} was removed`]],
  [
    "renaming an operation",
    (d) => (pathOf(d).post.operationId = "x"),
    [`${POST}: operationId has changed`],
  ],
  [
    "changing the credential",
    (d) => (pathOf(d).post.security = [{ key: [] }]),
    [`${POST}: security has changed`],
  ],
  [
    "removing a parameter",
    (d) => pathOf(d).post.parameters.shift(),
    [`${POST}: query kind was removed`],
  ],
  [
    "requiring a parameter",
    (d) => (pathOf(d).post.parameters[0].required = true),
    [`${POST}: query kind is required`],
  ],
  [
    "adding a required parameter",
    (d) => pathOf(d).post.parameters.push({ name: "new", in: "query", required: true }),
    [`${POST}: query new is required`],
  ],
  [
    "lowering a limit",
    (d) => (pathOf(d).post.parameters[0].schema.maxLength = 9),
    [`${POST} query kind: maxLength is lower`],
  ],
  [
    "adding a limit",
    (d) => (pathOf(d).post.parameters[1].schema.items.minLength = 1),
    [`${POST} query tags[]: minLength is higher`],
  ],
  [
    "adding a pattern",
    (d) => (pathOf(d).post.parameters[0].schema.pattern = "^a"),
    [`${POST} query kind: pattern has changed`],
  ],
  [
    "changing a default",
    (d) => (pathOf(d).post.parameters[0].schema.default = "b"),
    [`${POST} query kind: default has changed`],
  ],
  [
    "requiring a body",
    (d) => (pathOf(d).post.requestBody.required = true),
    [`${POST}: a body is required`],
  ],
  [
    "requiring a body field",
    (d) => bodyOf(d).required.push("note"),
    [`${POST} body.note is required`],
  ],
  [
    "removing a body field",
    (d) => delete bodyOf(d).properties.note,
    [`${POST} body.note was removed`],
  ],
  [
    "refusing null in a body field",
    (d) => (bodyOf(d).properties.note.type = "string"),
    [`${POST} body.note: no longer accepts null`],
  ],
  [
    "refusing a value of a body field",
    (d) => bodyOf(d).properties.kind.enum.pop(),
    [`${POST} body.kind: b was removed`],
  ],
  [
    "restricting a body field to an enum",
    (d) => (bodyOf(d).properties.id.enum = ["x"]),
    [`${POST} body.id: is an enum on one side only`],
  ],
  ["removing a status", (d) => delete pathOf(d).post.responses[404], [`${POST}: 404 was removed`]],
  [
    "removing a header",
    (d) => delete pathOf(d).post.responses[200].headers.etag,
    [`${POST} 200: etag was removed`],
  ],
  [
    "changing the media type",
    (d) => (pathOf(d).post.responses[200].content = { "text/plain": {} }),
    [`${POST} 200: application/json was removed`],
  ],
  [
    "removing a response field",
    (d) => delete responseOf(d).properties.note,
    [`${POST} 200.note was removed`],
  ],
  [
    "renaming a response field",
    (d) => {
      responseOf(d).properties.notes = responseOf(d).properties.note;
      delete responseOf(d).properties.note;
    },
    [`${POST} 200.note was removed`],
  ],
  [
    "removing a field of a referenced schema",
    (d) => delete d.components.schemas.Parent.properties.id,
    [
      `${POST} body.parent.id was removed`,
      `${POST} 200.parent.id was removed`,
      "post thing.made.parent.id was removed",
    ],
  ],
  [
    "making a response field optional",
    (d) => responseOf(d).required.pop(),
    [`${POST} 200.size may be absent`],
  ],
  [
    "making a response field nullable",
    (d) => (responseOf(d).properties.id.type = ["string", "null"]),
    [`${POST} 200.id: may be null`],
  ],
  [
    "changing a response field's type",
    (d) => (responseOf(d).properties.size.type = "string"),
    [`${POST} 200.size: may be string`],
  ],
  [
    "turning an integer into a number",
    (d) => (responseOf(d).properties.size.type = "number"),
    [`${POST} 200.size: may be number`],
  ],
  [
    "removing a response value",
    (d) => responseOf(d).properties.kind.enum.pop(),
    [`${POST} 200.kind: b was removed`],
  ],
  [
    "turning a response enum into free text",
    (d) => delete responseOf(d).properties.kind.enum,
    [`${POST} 200.kind: is an enum on one side only`],
  ],
  ["removing an event", (d) => delete d.webhooks["thing.made"], ["post thing.made was removed"]],
  [
    "removing an event field",
    (d) => delete eventOf(d).properties.id,
    ["post thing.made.id was removed"],
  ],
  [
    "removing an event header",
    (d) => (d.webhooks["thing.made"].post.parameters = []),
    ["post thing.made: header webhook-id was removed"],
  ],
];

for (const [title, change, expected] of cases)
  test(`${title} breaks clients`, (t) => {
    t.deepEqual(changesAfter(change), expected);
  });

const addOptionalParts = (document: Loose): void => {
  document.paths["/v1/others"] = { get: {} };
  document.webhooks["other"] = { post: {} };
  pathOf(document).get = {};
  pathOf(document).post.parameters.push({ name: "new", in: "query", schema: {} });
  pathOf(document).post.responses[409] = { description: "Conflict" };
  for (const schema of [bodyOf(document), responseOf(document), eventOf(document)])
    schema.properties.more = { type: "string" };
  responseOf(document).required.push("note");
  responseOf(document).properties.note.type = "string";
  bodyOf(document).properties.size.type = "number";
  bodyOf(document).properties.kind.enum.push("c");
  responseOf(document).properties.kind.enum.push("c");
  bodyOf(document).required.pop();
  pathOf(document).post.parameters[0].schema.maxLength = 11;
};

test("additions break no client", (t) => {
  t.deepEqual(changesAfter(addOptionalParts), []);
});
