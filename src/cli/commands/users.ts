import { ACCOUNT_ROLES } from "../../../db/sign-in/account-roles.js";
import {
  type Command,
  print,
  printJson,
  printToStderr,
  UsageError,
} from "../../base/config/command.js";
import { printRows } from "./print-rows.js";
import { runInOrganization } from "./run-as-organization.js";
import { jsonFlag } from "./shared-flags.js";

const INVITE = `mutation ($input: InviteUserInput!) {
  inviteUser(input: $input) { url expiresAt isSent mailProblem }
}`;
const SET_ROLE = `mutation ($email: String!, $role: SignInRole) {
  setSignInRole(email: $email, role: $role) { email signInRole }
}`;
const LIST = "{ users(active: null) { email name active signInRole invitedUntil } }";

interface ListedUser {
  email: string;
  name: string;
  active: boolean;
  signInRole: string | null;
  invitedUntil: string | null;
}

const requireRole = (role: unknown, name: string, roles: readonly string[]): string => {
  if (typeof role !== "string" || !roles.includes(role))
    throw new UsageError(`${name} must be one of ${roles.join(", ")}`);
  return role;
};

export const userInvite: Command = {
  usage: "user invite <organization> <email> --role <role> [--name <name>] [--json]",
  description: "invite a user to sign in as admin, manager or rep",
  details:
    "Prints a link to set the password, valid for 7 days. Also sends the link if DEBRIEF_SMTP_URL is set.",
  requiredArgs: 2,
  options: {
    role: { type: "string", value: "<role>", description: "admin, manager or rep" },
    name: {
      type: "string",
      value: "<name>",
      description: "the user's name; default: the existing name, else the e-mail",
    },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async (input) => {
    const { name } = input.flags;
    const role = requireRole(input.flags["role"], "--role", ACCOUNT_ROLES);
    await runInOrganization(input, async (run) => {
      const { inviteUser } = await run<{
        inviteUser: { url: string; expiresAt: string; isSent: boolean; mailProblem: string | null };
      }>(INVITE, {
        input: { email: input.args[1], role, ...(typeof name === "string" && { name }) },
      });
      if (input.flags["json"]) return printJson(inviteUser);
      print(inviteUser.url);
      const { isSent, mailProblem } = inviteUser;
      printToStderr(isSent ? "sent by e-mail too" : `not sent by e-mail: ${mailProblem}`);
    });
  },
};

export const userList: Command = {
  usage: "user list <organization> [--json]",
  description: "list the users with their roles and invitations",
  requiredArgs: 1,
  options: jsonFlag,
  takesSettings: true,
  run: async (input) =>
    runInOrganization(input, async (run) => {
      const { users } = await run<{ users: ListedUser[] }>(LIST);
      if (input.flags["json"]) return printJson({ users });
      printRows(
        users.map(({ email, name, active, signInRole, invitedUntil }) => [
          email,
          name,
          active ? "active" : "inactive",
          signInRole ?? "no sign-in",
          invitedUntil === null ? "" : `invited until ${invitedUntil}`,
        ]),
      );
    }),
};

export const userRole: Command = {
  usage: "user role <organization> <email> <admin|manager|rep|none>",
  description: "change a user's role, or end their access",
  details: "The role none ends the user's sessions and keys. The user stays.",
  requiredArgs: 3,
  takesSettings: true,
  run: async (input) => {
    const role = requireRole(input.args[2], "the role", [...ACCOUNT_ROLES, "none"]);
    await runInOrganization(input, async (run) => {
      const variables = { email: input.args[1], role: role === "none" ? null : role };
      const { setSignInRole } = await run<{
        setSignInRole: { email: string; signInRole: string | null };
      }>(SET_ROLE, variables);
      print(
        setSignInRole.signInRole === null
          ? `${setSignInRole.email} can't sign in`
          : `${setSignInRole.email} can sign in as ${setSignInRole.signInRole}`,
      );
    });
  },
};
