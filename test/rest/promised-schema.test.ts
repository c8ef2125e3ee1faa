import test from "ava";
import { buildSchema } from "graphql";
import { findMissingInSchema } from "../helpers/graphql/missing-in-schema.js";

const PROMISED = `
  scalar Time
  enum Kind { one two }
  type Thing { id: ID! name: String }
  input Wish { name: String! kind: Kind = one }
  type Query { thing(id: ID!, first: Int = 25): Thing things(wish: Wish): [Thing!]! at: Time }
`;

const findMissing = (ours: string): string[] =>
  findMissingInSchema(buildSchema(PROMISED), buildSchema(ours));

/** Changes to the promised schema, each with the difference that it causes. */
const changes: Record<string, { from: string; to: string; difference: string }> = {
  "a missing field": {
    from: "name: String }",
    to: "}",
    difference: "Thing.name is missing",
  },
  "a field that became nullable": {
    from: "id: ID! name",
    to: "id: ID name",
    difference: "Thing.id is ID, not ID!",
  },
  "a field that became non-null": {
    from: "name: String }",
    to: "name: String! }",
    difference: "Thing.name is String!, not String",
  },
  "a list with nullable items": {
    from: "[Thing!]!",
    to: "[Thing]!",
    difference: "Query.things is [Thing]!, not [Thing!]!",
  },
  "a missing argument": {
    from: "id: ID!, first",
    to: "first",
    difference: "Query.thing.id is missing",
  },
  "an argument that became optional": {
    from: "thing(id: ID!,",
    to: "thing(id: ID,",
    difference: "Query.thing.id is ID, not ID!",
  },
  "a changed argument default": {
    from: "Int = 25",
    to: "Int = 10",
    difference: "Query.thing.first has another default",
  },
  "a missing enum value": {
    from: "one two",
    to: "one",
    difference: "Kind.two is missing",
  },
  "a missing input field": {
    from: "name: String! kind",
    to: "kind",
    difference: "Wish.name is missing",
  },
  "an input field that became optional": {
    from: "name: String! kind",
    to: "name: String kind",
    difference: "Wish.name is String, not String!",
  },
  "a changed default of an input field": {
    from: "Kind = one",
    to: "Kind = two",
    difference: "Wish.kind has another default",
  },
  "a type of another kind": {
    from: "scalar Time",
    to: "type Time { at: Int }",
    difference: "Time isn't a scalar",
  },
};

for (const [what, { from, to, difference }] of Object.entries(changes))
  test(`${what} is reported`, (t) => {
    const changed = PROMISED.replace(from, to);
    t.not(changed, PROMISED);
    t.deepEqual(findMissing(changed), [difference]);
  });

test("a missing type is reported", (t) => {
  const changed = PROMISED.replace("scalar Time", "").replace("at: Time", "at: String");
  t.deepEqual(findMissing(changed).toSorted(), ["Query.at is String, not Time", "Time is missing"]);
});

test("additions are not reported", (t) => {
  const more = PROMISED.replace("one two", "one two three")
    .replace("name: String }", "name: String more: Int }")
    .replace("first: Int = 25", "first: Int = 25, after: String");
  t.deepEqual(findMissing(more), []);
});
