import type { SharedServer, Tenant } from "../server.js";
import { signInAs } from "./viewers.js";

const TEAM = `mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }`;

/** Creates a manager who leads the rep's team, another rep and an admin, and signs them in. */
export const createTeam = async (server: SharedServer, org: Tenant) => {
  const create = async (name: string) => org.createUser(`${name}-${org.id}@example.com`, { name });
  const [lead, rep, other, admin] = [
    await create("lead"),
    await create("rep"),
    await create("other"),
    await create("admin"),
  ];
  const input = { name: "North", members: [{ email: rep }], leads: [lead] };
  const { upsertTeam } = await org.graphql(TEAM, { input });
  return {
    id: upsertTeam.id as string,
    emails: { lead, rep, other },
    lead: await signInAs(server, org, lead, "manager"),
    rep: await signInAs(server, org, rep, "rep"),
    other: await signInAs(server, org, other, "rep"),
    admin: await signInAs(server, org, admin, "admin"),
  };
};
