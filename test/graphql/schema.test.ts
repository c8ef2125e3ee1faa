import { readFileSync } from "node:fs";
import test from "ava";
import {
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
} from "graphql";
import { createSchema, printSortedSchema } from "../../graph/schema.js";
import { findMissingInSchema } from "../helpers/missing-in-schema.js";

// Tests run from the project's root, where the sources are.
const promised = buildSchema(readFileSync("test/fixtures/promised-schema.graphql", "utf8"));

test("the schema has all that internal tools rely on", (t) => {
  t.deepEqual(findMissingInSchema(promised, createSchema()), []);
});

test("what the schema has beyond that breaks no tool: nothing added is required", (t) => {
  t.deepEqual(findBreakingChanges(promised, createSchema()), []);
});

test("what a tool leaves out has the default that it relies on", (t) => {
  const changes = findDangerousChanges(promised, createSchema());
  t.deepEqual(
    changes.filter(({ type }) => type === DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE),
    [],
  );
});

test("the schema that is kept beside the code is the one that the code makes", (t) => {
  const kept = readFileSync("graph/schema.graphql", "utf8");
  t.true(kept === printSortedSchema(), "graph/schema.graphql is out of date: npm run schema");
});
