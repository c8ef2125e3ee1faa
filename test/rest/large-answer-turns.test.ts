import { setImmediate } from "node:timers";
import type { RestServices } from "../../rest/rest-services.js";
import type { CompiledRoute } from "../../rest/route.js";
import { runOperation } from "../../rest/run-operation.js";
import { test } from "../helpers/suite.js";

/** Runs an operation whose answer has so many characters. Returns the turns of the event loop that pass meanwhile. */
const countTurns = async (services: RestServices, characters: number): Promise<number> => {
  const route = {
    method: "get",
    run: () => ({ data: { body: { text: "x".repeat(characters) } } }),
  } as unknown as CompiledRoute;
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const credential = { role: "integration", organizationId: "any" } as const;
  const { body } = await runOperation(services, route, {
    values: {},
    credential,
    requestId: "any",
  });
  isOver = true;
  return body.length > characters ? turns : NaN;
};

test("other requests run between the steps of a large answer", async (t) => {
  const turns = await countTurns(t.context.server.services, 2_000_000);
  t.true(turns >= 2, `${turns} turns`);
});

test("a small answer takes one turn", async (t) => {
  t.is(await countTurns(t.context.server.services, 20_000), 0);
});
