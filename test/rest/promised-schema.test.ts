import test from "ava";
import { buildSchema } from "graphql";
import { findMissingInSchema } from "../helpers/missing-in-schema.js";

const PROMISED = `
  scalar Time
  enum Kind { one two }
  type Thing { id: ID! name: String }
  input Wish { name: String! kind: Kind = one }
  type Query { thing(id: ID!, first: Int = 25): Thing things(wish: Wish): [Thing!]! at: Time }
`;

const compared = (ours: string): string[] =>
  findMissingInSchema(buildSchema(PROMISED), buildSchema(ours));

/** What the change does to a promise that the rest of the schema keeps. */
const changes: Record<string, { from: string; to: string; lacks: string }> = {
  "a missing field": {
    from: "name: String }",
    to: "}",
    lacks: "Thing.name is missing",
  },
  "a field that may be null where it might not": {
    from: "id: ID! name",
    to: "id: ID name",
    lacks: "Thing.id is ID, not ID!",
  },
  "a field that may not be null where it might": {
    from: "name: String }",
    to: "name: String! }",
    lacks: "Thing.name is String!, not String",
  },
  "a list whose items may be null": {
    from: "[Thing!]!",
    to: "[Thing]!",
    lacks: "Query.things is [Thing]!, not [Thing!]!",
  },
  "a missing argument": {
    from: "id: ID!, first",
    to: "first",
    lacks: "Query.thing.id is missing",
  },
  "an argument that became optional": {
    from: "thing(id: ID!,",
    to: "thing(id: ID,",
    lacks: "Query.thing.id is ID, not ID!",
  },
  "another default of an argument": {
    from: "Int = 25",
    to: "Int = 10",
    lacks: "Query.thing.first has another default",
  },
  "a missing value of an enum": {
    from: "one two",
    to: "one",
    lacks: "Kind.two is missing",
  },
  "a missing field of an input": {
    from: "name: String! kind",
    to: "kind",
    lacks: "Wish.name is missing",
  },
  "a field of an input that became optional": {
    from: "name: String! kind",
    to: "name: String kind",
    lacks: "Wish.name is String, not String!",
  },
  "another default of a field of an input": {
    from: "Kind = one",
    to: "Kind = two",
    lacks: "Wish.kind has another default",
  },
  "a type of another kind": {
    from: "scalar Time",
    to: "type Time { at: Int }",
    lacks: "Time is no scalar",
  },
};

for (const [what, { from, to, lacks }] of Object.entries(changes))
  test(`${what} is a broken promise`, (t) => {
    const changed = PROMISED.replace(from, to);
    t.not(changed, PROMISED);
    t.deepEqual(compared(changed), [lacks]);
  });

test("a missing type is a broken promise", (t) => {
  const changed = PROMISED.replace("scalar Time", "").replace("at: Time", "at: String");
  t.deepEqual(compared(changed).toSorted(), ["Query.at is String, not Time", "Time is missing"]);
});

test("a schema that has more keeps its promises", (t) => {
  const more = PROMISED.replace("one two", "one two three")
    .replace("name: String }", "name: String more: Int }")
    .replace("first: Int = 25", "first: Int = 25, after: String");
  t.deepEqual(compared(more), []);
});
