import type { Tenant } from "../tenant.js";

const SAVE_VIEW = `mutation ($input: SavedViewInput!) { saveView(input: $input) { id } }`;

/** Saves a shared view. Returns its id. */
export const saveView = async (
  org: Tenant,
  { name = "Sold this week", authorEmail = "rep@example.com" } = {},
): Promise<string> => {
  const input = { name, authorEmail, query: `search=${encodeURIComponent(name)}`, isShared: true };
  return (await org.graphql(SAVE_VIEW, { input })).saveView.id;
};
