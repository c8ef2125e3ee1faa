import type { GraphQLRequestContext } from "@apollo/server";
import { getIntrospectionQuery } from "graphql";
import type { Context } from "../../graph/context/context.js";
import { CONNECTED_CALLER } from "../../graph/turns/caller.js";
import { createDocumentTurnsPlugin } from "../../src/api/graphql/document-turns-plugin.js";
import { test } from "../helpers/suite.js";

const yieldOnce = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("an organization's new documents take turns, and another organization's doesn't wait for them", async (t) => {
  const plugin = createDocumentTurnsPlugin();
  const started: string[] = [];
  const send = async (organizationId: string, source: string) => {
    const request = { source, contextValue: { organizationId, caller: CONNECTED_CALLER } };
    // Apollo passes more, which the plugin doesn't read.
    const context = request as unknown as GraphQLRequestContext<Context>;
    const hooks = await plugin.requestDidStart!(context);
    const parsed = (async () => {
      await hooks!.didResolveSource!(context as never);
      started.push(source);
    })();
    const end = async (): Promise<void> => {
      await hooks!.didResolveOperation!(context as never);
      await hooks!.responseForOperation!(context as never);
    };
    return { parsed, end };
  };
  const [first, second, third] = [
    await send("many", "{ a }"),
    await send("many", "{ b }"),
    await send("many", "{ c }"),
  ];
  const other = await send("other", "{ d }");
  await other.parsed;
  t.deepEqual(started, ["{ a }", "{ d }"]);
  await first.end();
  t.is(started.length, 2, "the turn ends with the event loop's");
  await second.parsed;
  t.deepEqual(started, ["{ a }", "{ d }", "{ b }"]);
  // A document that is known needs no turn.
  await (
    await send("many", "{ a }")
  ).parsed;
  await second.end();
  await third.parsed;
  await Promise.all([third.end(), other.end()]);
  await yieldOnce();
  t.deepEqual(started, ["{ a }", "{ d }", "{ b }", "{ a }", "{ c }"]);
});

test("an operation that asks for the schema twice is refused", async (t) => {
  const { org } = t.context;
  t.falsy((await org.sendGraphql(getIntrospectionQuery())).errors);
  const { errors } = await org.sendGraphql(
    "{ a: __schema { types { name } } ...F } fragment F on Query { b: __schema { types { name } } }",
  );
  t.regex(errors![0]!.message, /selects __schema more than once/);
  t.is(errors![0]!.extensions.code, "GRAPHQL_VALIDATION_FAILED");
});
