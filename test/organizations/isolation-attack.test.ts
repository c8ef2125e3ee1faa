import { test } from "../helpers/own-suite.js";
import { attackOrganizations } from "../harness/isolation/attack.js";
import { graphqlCredentials } from "../harness/isolation/requests.js";

for (const [index, credential] of graphqlCredentials.entries())
  test.serial(
    `no operation reveals or changes another organization's data, whatever ids it names: ${credential}`,
    async (t) => {
      const options = { count: 3, seed: index + 1, credential };
      const sent = await attackOrganizations(t.context.server, options);
      t.true(sent.requests > 200 * sent.pairs, `${sent.requests} requests`);
    },
  );
