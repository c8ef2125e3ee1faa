import type { SignInRole } from "./people.graphql.js";

/** What users can sign in as, with what they then see. */
export const signInRoleTexts: Record<SignInRole, string> = {
  rep: "Rep: what is theirs",
  manager: "Manager: theirs and their teams’",
  admin: "Admin: everything",
};

/** Where a manager's teams come from. */
export const LEADS_HINT = "A manager’s teams are those they lead: Teams → Edit → Leads.";

export const signInRoleNames: Record<SignInRole, string> = {
  rep: "Rep",
  manager: "Manager",
  admin: "Admin",
};
