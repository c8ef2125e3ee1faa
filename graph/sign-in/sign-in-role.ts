import { registerEnumType } from "type-graphql";
import type { AccountRole } from "../../db/sign-in/account-roles.js";

export const SignInRole = {
  admin: "admin",
  manager: "manager",
  rep: "rep",
} as const satisfies Record<AccountRole, AccountRole>;
registerEnumType(SignInRole, {
  name: "SignInRole",
  description: "What a user sees and may do after signing in.",
  valuesConfig: {
    admin: { description: "All data of the organization." },
    manager: { description: "The data of the user, and of members of teams that they lead." },
    rep: { description: "The data of the user." },
  },
});
