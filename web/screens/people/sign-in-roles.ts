import type { SignInRole } from "./people.graphql.js";

/** What users can sign in as, with what they then see. */
export const signInRoleTexts: Record<SignInRole, string> = {
  rep: "Rep: what is theirs",
  manager: "Manager: theirs and their teams’",
  admin: "Admin: everything",
};

export const signInRoleNames: Record<SignInRole, string> = {
  rep: "Rep",
  manager: "Manager",
  admin: "Admin",
};
