import { createSchema } from "../graph/schema.js";
import "./helpers/once.js";
import { furnish, nameOf, operations } from "./helpers/operations.js";
import { test } from "./helpers/suite.js";

test("every operation of the interface is there", async (t) => {
  const { org, server } = t.context;
  const needs = operations(await furnish(server, org));
  const queries = createSchema().getQueryType()!.getFields();
  const unavailable: string[] = [];
  for (const operation of [...needs.anyone, ...needs.integration, ...needs.internal]) {
    const name = nameOf(operation);
    const { errors } = await org.ask(`${name in queries ? "query" : "mutation"} { ${operation} }`);
    const codes = errors?.map(({ extensions }) => extensions.code);
    if (codes?.includes("UNAVAILABLE")) unavailable.push(name);
    else t.is(codes, undefined, `${name}: ${JSON.stringify(errors)}`);
  }
  t.deepEqual(unavailable, []);
});

test("searching comes later and says so, and the other filters of recordings do not", async (t) => {
  const { org } = t.context;
  const ask = async (filter: object) =>
    (
      await org.ask(
        "query ($filter: RecordingFilter) { recordings(filter: $filter) { hasMore } }",
        {
          filter,
        },
      )
    ).errors?.[0]?.extensions.code;
  const { errors } = await org.ask(`{ recordings(filter: { search: "roof" }) { hasMore } }`);
  t.deepEqual(errors?.[0]?.extensions, { code: "UNAVAILABLE" });
  t.is(errors?.[0]?.message, "search is not available in this version");
  t.is(
    await ask({
      status: "processed",
      from: "2026-03-01",
      to: "2026-03-02",
      updatedSince: "2026-03-01",
      userEmail: "rep@example.com",
      clientId: "c",
      tag: "t",
    }),
    undefined,
  );
});
