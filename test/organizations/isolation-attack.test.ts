import { test } from "../helpers/own-suite.js";
import { attackOrganizations } from "../harness/isolation/attack.js";

test("no operation reveals or changes another organization's data, whatever ids it names", async (t) => {
  const tried = await attackOrganizations(t.context.server, { count: 3, seed: 1 });
  t.true(tried.requests > 500 * tried.pairs);
});
