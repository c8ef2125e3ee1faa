import test from "ava";
import { execute, parse } from "graphql";
import { STAYING_CALLER } from "../../graph/core/caller.js";
import { OperationBudget } from "../../graph/core/operation-budget.js";
import { createSchema } from "../../graph/schema.js";

const entry = (email: string) => ({
  email,
  processQuestionBreakdown: [{ questionId: "q", question: "Why?" }],
});

test("other requests run between the entries of a statistics response", async (t) => {
  const stats = Array.from({ length: 50 }, (_, index) => entry(`rep${index}@example.com`));
  let rounds = 0;
  let next: NodeJS.Immediate | undefined;
  const countRound = (): void => {
    rounds += 1;
    next = setImmediate(countRound);
  };
  countRound();
  const { data, errors } = await execute({
    schema: createSchema(),
    document: parse(
      `{ stats(groupBy: user) { stats { email processQuestionBreakdown { questionId question } } } }`,
    ),
    contextValue: {
      role: "integration",
      caller: STAYING_CALLER,
      budget: new OperationBudget(),
      readStats: async () => ({ stats, errors: [] }),
    },
  });
  clearImmediate(next);
  t.is(errors, undefined);
  t.deepEqual(JSON.parse(JSON.stringify(data)), { stats: { stats } });
  t.true(rounds >= stats.length, `${rounds}`);
});
