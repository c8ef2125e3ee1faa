import { createSchema } from "../../../graph/schema.js";
import {
  createSampleData,
  operationNameOf,
  buildOperations,
} from "../../helpers/graphql/operations.js";
import { test } from "../../helpers/suite.js";

test("every operation of the schema is available", async (t) => {
  const { org, server } = t.context;
  const needs = buildOperations(await createSampleData(server, org));
  const queries = createSchema().getQueryType()!.getFields();
  const unavailable: string[] = [];
  for (const operation of [...needs.anyone, ...needs.integration, ...needs.internal]) {
    const name = operationNameOf(operation);
    const { errors } = await org.sendGraphql(
      `${name in queries ? "query" : "mutation"} { ${operation} }`,
    );
    const codes = errors?.map(({ extensions }) => extensions.code);
    if (codes?.includes("UNAVAILABLE")) unavailable.push(name);
    else t.is(codes, undefined, `${name}: ${JSON.stringify(errors)}`);
  }
  t.deepEqual(unavailable, []);
});
