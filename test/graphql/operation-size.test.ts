import "reflect-metadata";
import test from "ava";
import { type GraphQLEnumType, Kind, type OperationDefinitionNode, parse } from "graphql";
import { createSchema } from "../../graph/schema.js";
import { createCostCheck } from "../../src/api/graphql/cost-check.js";

const schema = createSchema();
const checkCost = createCostCheck(schema);

const measure = (source: string): { isMetered: boolean; isLarge: boolean } => {
  const document = parse(source);
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const { isMetered, isLarge } = checkCost(document, operation, [], {});
  return { isMetered, isLarge };
};

const listTexts = (first: number): string =>
  `{ recordings(first: ${first}) { nodes { summary notes coaching } } }`;

test("an ordinary page is neither metered nor large", (t) => {
  const fields = "id name status createdAt duration userEmail";
  for (const rows of [`nodes { ${fields} }`, `edges { node { ${fields} } }`])
    t.deepEqual(measure(`{ recordings(first: 25) { ${rows} nextCursor hasMore } }`), {
      isMetered: false,
      isLarge: false,
    });
});

test("a page whose texts could fill 16 MiB is metered, and a shorter one only large", (t) => {
  t.deepEqual(measure(listTexts(25)), { isMetered: false, isLarge: true });
  t.deepEqual(measure(listTexts(100)), { isMetered: true, isLarge: true });
});

test("the same document costs what its order needs, whichever order came first", (t) => {
  const type = schema.getType("RecordingOrder") as GraphQLEnumType;
  const variables = [{ name: "order", type, path: [] }];
  const source = `query ($order: RecordingOrder) { recordings(first: 1, order: $order) { hasMore } }`;
  for (const orders of [
    ["newest", "longest"],
    ["longest", "newest"],
  ]) {
    const document = parse(source);
    const [operation] = document.definitions as [OperationDefinitionNode];
    for (const order of orders) {
      const { isMetered } = checkCost(document, operation, variables, { order });
      t.is(isMetered, order === "longest", `${order} of ${orders.join(", ")}`);
    }
  }
});
