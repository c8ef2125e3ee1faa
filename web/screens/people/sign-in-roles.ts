import type { SignInRole } from "./people.graphql.js";

/** The sign-in roles, and the data that each can see. */
export const signInRoleTexts: Record<SignInRole, string> = {
  rep: "Rep: their own data",
  manager: "Manager: their own and their teams’ data",
  admin: "Admin: everything",
};

/** How a manager's teams are defined. */
export const LEADS_HINT = "A manager’s teams are those they lead: Teams → Edit → Leads.";

export const signInRoleNames: Record<SignInRole, string> = {
  rep: "Rep",
  manager: "Manager",
  admin: "Admin",
};
