import { readFileSync } from "node:fs";
import test from "ava";
import {
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
} from "graphql";
import { createSchema, printSortedSchema } from "../../graph/schema.js";
import { findMissingInSchema } from "../helpers/graphql/missing-in-schema.js";

// Tests run from the project's root, which contains the sources.
const promised = buildSchema(readFileSync("test/fixtures/promised-schema.graphql", "utf8"));

/** What a transcript can't show is null, as the later decisions about the contract say. */
const NULLABLE_METRICS = [
  ["RecordingMetrics.talkTime", "Float"],
  ["RecordingMetrics.talkRatio", "Float"],
  ["RecordingMetrics.waitedToTalkAvg", "Float"],
  ["RecordingMetrics.talkSpeed", "Float"],
  ["RecordingMetrics.conversationSwitches", "Int"],
  ["RecordingMetrics.switchesPerMinute", "Float"],
  ["RecordingMetrics.questionsAsked", "Int"],
] as const;

test("the schema has every type and field that internal tools use", (t) => {
  // A call may name its user by extension or phone instead: a tool that sends the e-mail notices nothing.
  t.deepEqual(findMissingInSchema(promised, createSchema()), [
    // Without a group, a single entry of all users: a tool that sends one notices nothing.
    "Query.stats.groupBy is StatsGroup, not StatsGroup!",
    ...NULLABLE_METRICS.map(([name, type]) => `${name} is ${type}, not ${type}!`),
    "CallInput.userEmail is String, not String!",
    // A question that is rated has no yes: a tool that sends it notices nothing.
    "ProcessAnswerInput.yes is Boolean, not Boolean!",
    // A field that isn't sent stays; for a new user the defaults are the promised ones.
    "UserInput.role has another default",
    "UserInput.active has another default",
  ]);
});

test("additions to the schema require nothing from existing tools", (t) => {
  t.deepEqual(
    findBreakingChanges(promised, createSchema()).map(({ description }) => description),
    NULLABLE_METRICS.map(([name, type]) => `${name} changed type from ${type}! to ${type}.`),
  );
});

test("the schema keeps the default values that tools rely on", (t) => {
  const changes = findDangerousChanges(promised, createSchema());
  t.deepEqual(
    changes.filter(({ type }) => type === DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE),
    [],
  );
});

test("graph/schema.graphql is up to date", (t) => {
  const kept = readFileSync("graph/schema.graphql", "utf8");
  t.true(kept === printSortedSchema(), "graph/schema.graphql is out of date: npm run schema");
});

test("no input type extends another: type-graphql would drop the limits of what it inherits", (t) => {
  const { TypeGraphQLMetadataStorage: storage } = globalThis as unknown as {
    TypeGraphQLMetadataStorage: { inputTypes: { name: string; target: object }[] };
  };
  t.true(storage.inputTypes.length > 20);
  t.deepEqual(
    storage.inputTypes
      .filter(({ target }) => Object.getPrototypeOf(target) !== Function.prototype)
      .map(({ name }) => name),
    [],
  );
});
