import type { AccountRow } from "../../../db/sign-in/accounts.js";
import type { Program } from "../../program.js";
import {
  type CommandInput,
  print,
  printJson,
  RefusedError,
  printToStderr,
  type Command,
} from "../../base/config/command.js";
import { resolveOrganizationId } from "./resolve-organization-id.js";
import { readPassword } from "./read-password.js";
import { printRows } from "./print-rows.js";
import { jsonFlag } from "./shared-flags.js";

/** Runs `work` with an open program, and closes its database afterwards. */
const withProgram = async (
  { readConfig }: CommandInput,
  work: (program: Program) => Promise<void>,
): Promise<void> => {
  const { openProgram } = await import("../../program.js");
  const program = await openProgram(readConfig());
  try {
    await work(program);
  } finally {
    await program.db.destroy();
  }
};

const requireAdmin = async ({ db }: Program, email: string): Promise<AccountRow> => {
  const { findAccountByEmail } = await import("../../../db/sign-in/accounts.js");
  const admin = await findAccountByEmail(db, email);
  if (!admin) throw new RefusedError(`no admin "${email}"; see: debrief admin list`);
  return admin;
};

export const adminCreate: Command = {
  usage: "admin create <organization> <email> [--name <name>]",
  description: "create an admin, who can sign in to the console",
  details:
    "Creates the user if the organization doesn't have one with this e-mail. Prompts for the password.",
  requiredArgs: 2,
  options: {
    name: {
      type: "string",
      value: "<name>",
      description: "the admin's name; default: the existing user's name, else the e-mail",
    },
  },
  takesSettings: true,
  run: async (input) =>
    withProgram(input, async (program) => {
      const [organization, email] = input.args as [string, string];
      const { name } = input.flags;
      const id = await resolveOrganizationId(program, organization);
      const { validateAdmin, createAdmin } = await import("../../../graph/sign-in/admins.js");
      const { hashPassword } = await import("../../../graph/sign-in/passwords.js");
      const admin = {
        email,
        name: typeof name === "string" ? name : undefined,
        password: await readPassword(),
      };
      validateAdmin(admin);
      const password = await hashPassword(admin.password, program.randomBytes);
      const { COMMAND_LINE_ACTOR } = await import("../../../graph/core/actor.js");
      const { writeAuditEntry } = await import("../../../graph/access/audit.js");
      const { write } = await import("../../../db/engine/write.js");
      await write(program.db, id, async (trx) => {
        await createAdmin(trx, program, id, { ...admin, password });
        await writeAuditEntry(trx, program, id, COMMAND_LINE_ACTOR, {
          action: "admin.created",
          subject: email,
        });
      });
      print(`${email} can sign in at ${program.publicUrl}/`);
    }),
};

export const adminList: Command = {
  usage: "admin list [--json]",
  description: "list the admins",
  requiredArgs: 0,
  options: jsonFlag,
  takesSettings: true,
  run: async (input) =>
    withProgram(input, async ({ db }) => {
      const { listAdmins } = await import("../../../db/sign-in/accounts.js");
      const admins = (await listAdmins(db)).map(({ active, createdAt, ...admin }) => ({
        ...admin,
        active: active === 1,
        createdAt: new Date(createdAt).toISOString(),
      }));
      if (input.flags["json"]) return printJson({ admins });
      printRows(
        admins.map(({ email, name, organization, active, createdAt }) => [
          email,
          name,
          organization,
          active ? "active" : "inactive",
          createdAt,
        ]),
      );
    }),
};

export const adminSetPassword: Command = {
  usage: "admin set-password <email>",
  description: "change an admin's password",
  details: "Prompts for the password. Ends all sessions of the admin.",
  requiredArgs: 1,
  takesSettings: true,
  run: async (input) =>
    withProgram(input, async (program) => {
      const admin = await requireAdmin(program, input.args[0]!);
      const { changePassword } = await import("../../../graph/sign-in/admins.js");
      const { validatePassword, hashPassword } =
        await import("../../../graph/sign-in/passwords.js");
      const text = await readPassword();
      validatePassword(text, admin.email, "password");
      const password = await hashPassword(text, program.randomBytes);
      const { organizationId: id, email } = admin;
      const { COMMAND_LINE_ACTOR } = await import("../../../graph/core/actor.js");
      const { writeAuditEntry } = await import("../../../graph/access/audit.js");
      const { write } = await import("../../../db/engine/write.js");
      await write(program.db, id, async (trx) => {
        await changePassword(trx, program, admin, password);
        await writeAuditEntry(trx, program, id, COMMAND_LINE_ACTOR, {
          action: "admin.password_changed",
          subject: email,
        });
      });
      print(`changed the password of ${admin.email} and ended all sessions`);
    }),
};

export const adminDelete: Command = {
  usage: "admin delete <email>",
  description: "end an admin's access to the console",
  details: "Ends all sessions of the admin. The user stays.",
  requiredArgs: 1,
  takesSettings: true,
  run: async (input) =>
    withProgram(input, async (program) => {
      const { organizationId: id, userId, email } = await requireAdmin(program, input.args[0]!);
      const { deleteAccount } = await import("../../../db/sign-in/accounts.js");
      const { COMMAND_LINE_ACTOR } = await import("../../../graph/core/actor.js");
      const { writeAuditEntry } = await import("../../../graph/access/audit.js");
      const { write } = await import("../../../db/engine/write.js");
      await write(program.db, id, async (trx) => {
        await deleteAccount(trx, id, userId, program.now());
        await writeAuditEntry(trx, program, id, COMMAND_LINE_ACTOR, {
          action: "admin.deleted",
          subject: email,
        });
      });
      print(`${email} can no longer sign in; all sessions ended`);
    }),
};

export const adminSetupLink: Command = {
  usage: "admin setup-link [organization] [--json]",
  description: "print a one-time link to become an admin",
  details:
    "The default is the oldest organization. The link is valid for 30 minutes and replaces the previous link.",
  requiredArgs: 0,
  optionalArgs: 1,
  options: jsonFlag,
  takesSettings: true,
  run: async (input) =>
    withProgram(input, async (program) => {
      const [text] = input.args;
      const { listOrganizations } = await import("../../../db/organizations/organization.js");
      const id =
        text === undefined
          ? (await listOrganizations(program.db))[0]?.id
          : await resolveOrganizationId(program, text);
      if (id === undefined)
        throw new RefusedError("no organization exists; create one with: debrief org create");
      const { issueSetupLink } = await import("../../../graph/sign-in/setup-links.js");
      const { write } = await import("../../../db/engine/write.js");
      const { url, expiresAt } = await write(program.db, id, (trx) =>
        issueSetupLink(trx, program, id),
      );
      if (input.flags["json"])
        return printJson({ url, expiresAt: new Date(expiresAt).toISOString() });
      print(url);
      printToStderr("valid once, for 30 minutes; the previous link is no longer valid");
    }),
};
