import { Kind, OperationTypeNode, parse, type OperationDefinitionNode } from "graphql";
import anyTest from "ava";
import { listVariables, validateValues } from "../../graph/arguments/variables.js";
import { createSchema } from "../../graph/schema.js";
import { createCostCheck } from "../../src/api/graphql/cost-check.js";

const schema = createSchema();
const document = parse(
  "mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id } }",
);
const operation = document.definitions.find(
  (node): node is OperationDefinitionNode =>
    node.kind === Kind.OPERATION_DEFINITION && node.operation === OperationTypeNode.MUTATION,
)!;
const variables = listVariables(schema, operation);

/** Builds utterances that count the reads of their texts. */
const countReads = () => {
  const counter = { reads: 0 };
  const utterance = {
    speaker: "Kim",
    role: "rep",
    start: 0,
    end: 1,
    get text() {
      counter.reads += 1;
      return "Hello";
    },
  };
  return { counter, transcript: Array.from({ length: 1_000 }, () => utterance) };
};

anyTest("the cost of an operation is counted without the items of its lists", (t) => {
  const { counter, transcript } = countReads();
  const values = { id: "r-1", input: { summary: "S", transcript, customFields: { a: [1] } } };
  t.false(createCostCheck(schema)(document, operation, variables, values).isMetered);
  t.is(counter.reads, 0);
});

anyTest("valid items of a list inside an input are read once to validate them", (t) => {
  const { counter, transcript } = countReads();
  const values = { id: "r-1", input: { summary: "S", transcript } };
  validateValues(variables, values);
  t.is(counter.reads, transcript.length);
});

anyTest("the error of a bad item inside an input names its place", (t) => {
  const { transcript } = countReads();
  const values = {
    id: "r-1",
    input: { summary: "S", transcript: [...transcript, { ...transcript[0], start: "0" }] },
  };
  const error = t.throws(() => validateValues(variables, values));
  t.is((error as unknown as { field: string }).field, "transcript.1000.start");
});
