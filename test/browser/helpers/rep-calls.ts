import type { Tenant } from "../../helpers/tenant.js";
import { createTemplate } from "../../helpers/analysis/templates.js";

const transcript = [
  { speaker: "Ron", role: "rep", text: "Shall we start on Monday?", start: 63_000, end: 66_000 },
  { speaker: "Cora", role: "client", text: "We do.", start: 70_000, end: 72_000 },
];

/** Creates a team with a manager and a rep, and a rep outside of it, each rep with six calls. */
export const createCalls = async (org: Tenant) => {
  const create = (name: string) =>
    org.createUser(`${name.toLowerCase()}@${org.id}.example.com`, { name });
  const [mia, ron, una] = [await create("Mia"), await create("Ron"), await create("Una")];
  await org.graphql("mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }", {
    input: { name: "North", members: [{ email: ron }], leads: [mia] },
  });
  const template = await createTemplate(org, "Asked for the order?", "Named the price?");
  const [order, price] = template.questions.map(({ id }) => id);
  for (const email of [ron, una])
    for (let index = 0; index < 6; index += 1) {
      const evidence = "Shall we start on Monday?";
      const answers = [
        { questionId: price, yes: true },
        ...(index === 0 ? [{ questionId: order, yes: true, evidence }] : []),
      ];
      await org.createProcessed(
        {
          user_email: email,
          transcript,
          name: `Visit, ${email === ron ? "Client" : "Foreign"} ${index}`,
          customer: {
            id: `${email} ${index}`,
            name: `${email === ron ? "Client" : "Foreign"} ${index}`,
          },
        },
        {
          templateId: template.id,
          process: { answers },
          coaching: "- You asked at [0:10]. Keep doing that.\n- **Ask** for the order.",
        },
      );
    }
  return { mia, ron, una };
};
