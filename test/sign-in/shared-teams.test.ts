import { createTemplate } from "../harness/isolation/filled-organization.js";
import { createRep } from "../harness/access/rep-data.js";
import { buildQueries } from "../harness/access/viewer-queries.js";
import { test } from "../helpers/own-suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;

test.serial("reps of one team with one client see nothing of each other's calls", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  const own = await createRep(server, org, "canaryown", template);
  const other = await createRep(server, org, "canaryother", template);
  const members = [{ email: own.email }, { email: other.email }];
  await org.graphql(TEAM, { input: { id: own.team, name: "North", members } });
  const shared = { id: `${own.word}xcustomer3` };
  await org.createProcessed(
    { user_email: other.email, customer: shared, started_at: "2026-03-03T12:00:00Z" },
    { name: "canaryothercall", summary: "canaryothersummary", tags: ["canaryothertag"] },
  );
  const page = await signInAs(server, org, own.email, "rep");
  for (const query of buildQueries(own)) {
    const { text } = await page.query(query);
    const at = text.indexOf("canaryother");
    t.is(at, -1, `${query.slice(0, 120)}: ${text.slice(Math.max(0, at - 200), at + 60)}`);
  }
});
