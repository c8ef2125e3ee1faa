import { test } from "../helpers/own-suite.js";
import { attackOrganizations } from "../harness/isolation/attack.js";

test("no operation reveals or changes another organization's data, whatever ids it names", async (t) => {
  const sent = await attackOrganizations(t.context.server, { count: 3, seed: 1 });
  t.true(sent.requests > 500 * sent.pairs);
});
