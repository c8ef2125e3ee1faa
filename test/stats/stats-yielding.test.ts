import test from "ava";
import { execute, parse } from "graphql";
import { CONNECTED_CALLER } from "../../graph/turns/caller.js";
import { OperationBudget } from "../../graph/turns/operation-budget.js";
import { createSchema } from "../../graph/schema.js";

/** Longer than the pieces of work that share a turn. */
const LONG_MS = 10;

const BREAKDOWN = [{ questionId: "q", question: "Why?" }];

/** An entry whose breakdown takes long to read. */
const buildEntry = (email: string) => ({
  email,
  get processQuestionBreakdown() {
    const end = performance.now() + LONG_MS;
    while (performance.now() < end);
    return BREAKDOWN;
  },
});

test("other requests run between the long entries of a statistics response", async (t) => {
  const stats = Array.from({ length: 20 }, (_, index) => buildEntry(`rep${index}@example.com`));
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
      caller: CONNECTED_CALLER,
      budget: new OperationBudget(),
      readLong: async () => ({ stats, errors: [] }),
    },
  });
  clearImmediate(next);
  t.is(errors, undefined);
  t.deepEqual(JSON.parse(JSON.stringify(data)), {
    stats: { stats: stats.map(({ email }) => ({ email, processQuestionBreakdown: BREAKDOWN })) },
  });
  t.true(rounds >= stats.length, `${rounds}`);
});
