import { test } from "./helpers/own.js";
import { attack } from "./isolation/attack.js";

test("no organization is told or changes anything of another, whatever it names of it", async (t) => {
  const tried = await attack(t.context.server, { count: 3, seed: 1 });
  t.true(tried.requests > 500 * tried.pairs);
});
