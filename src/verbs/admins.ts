import type { AdminRow } from "../../db/admins.js";
import { allOrganizations } from "../../db/organizations.js";
import { write } from "../../db/write.js";
import type { Program } from "../program.js";
import { type Call, print, printJson, RefusedError, tell, type Verb } from "../verb.js";
import { organizationId } from "./organization.js";
import { readPassword } from "./password.js";
import { printRows } from "./rows.js";

const json = { json: { type: "boolean" } } as const;

/** Does the work with the program's database, and closes what that opened. */
const opened = async (
  { config }: Call,
  work: (program: Program) => Promise<void>,
): Promise<void> => {
  const { openProgram } = await import("../program.js");
  const program = await openProgram(config());
  try {
    await work(program);
  } finally {
    await program.db.destroy();
  }
};

const adminOf = async ({ db }: Program, email: string): Promise<AdminRow> => {
  const { adminByEmail } = await import("../../db/admins.js");
  const admin = await adminByEmail(db, email);
  if (!admin) throw new RefusedError(`no admin "${email}"; see: debrief admin list`);
  return admin;
};

export const adminCreate: Verb = {
  usage: "admin create <organization> <email> [--name <name>]",
  about: "let a user sign in to the console, made where there is none; asks for the password",
  args: 2,
  options: { name: { type: "string" } },
  configured: true,
  run: async (call) =>
    opened(call, async (program) => {
      const [organization, email] = call.args as [string, string];
      const { name } = call.flags;
      const id = await organizationId(program, organization);
      const { checkAdmin, makeAdmin } = await import("../../graph/admins.js");
      const { hashPassword } = await import("../../graph/passwords.js");
      const admin = {
        email,
        name: typeof name === "string" ? name : undefined,
        password: await readPassword(),
      };
      checkAdmin(admin);
      const password = await hashPassword(admin.password, program.randomBytes);
      const { COMMAND_LINE, note } = await import("../../graph/auditing.js");
      await write(program.db, id, async (trx) => {
        await makeAdmin(trx, program, id, { ...admin, password });
        await note(trx, program, id, COMMAND_LINE, { action: "admin.created", subject: email });
      });
      print(`${email} can sign in at ${program.publicUrl}/`);
    }),
};

export const adminList: Verb = {
  usage: "admin list [--json]",
  about: "list who can sign in to the console",
  args: 0,
  options: json,
  configured: true,
  run: async (call) =>
    opened(call, async ({ db }) => {
      const { allAdmins } = await import("../../db/admins.js");
      const admins = (await allAdmins(db)).map(({ active, createdAt, ...admin }) => ({
        ...admin,
        active: active === 1,
        createdAt: new Date(createdAt).toISOString(),
      }));
      if (call.flags["json"]) return printJson({ admins });
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

export const adminPassword: Verb = {
  usage: "admin password <email>",
  about: "give an admin another password, and end all of their sessions; asks for it",
  args: 1,
  configured: true,
  run: async (call) =>
    opened(call, async (program) => {
      const admin = await adminOf(program, call.args[0]!);
      const { changePassword } = await import("../../graph/admins.js");
      const { checkPassword, hashPassword } = await import("../../graph/passwords.js");
      const text = await readPassword();
      checkPassword(text, admin.email, "password");
      const password = await hashPassword(text, program.randomBytes);
      const { organizationId: id, email } = admin;
      const { COMMAND_LINE, note } = await import("../../graph/auditing.js");
      await write(program.db, id, async (trx) => {
        await changePassword(trx, program, admin, password);
        await note(trx, program, id, COMMAND_LINE, {
          action: "admin.password_changed",
          subject: email,
        });
      });
      print(`the password of ${admin.email} is changed, and every session ended`);
    }),
};

export const adminDelete: Verb = {
  usage: "admin delete <email>",
  about: "let somebody sign in no more, and end all of their sessions; the user stays",
  args: 1,
  configured: true,
  run: async (call) =>
    opened(call, async (program) => {
      const { organizationId: id, userId, email } = await adminOf(program, call.args[0]!);
      const { deleteAdmin } = await import("../../db/admins.js");
      const { COMMAND_LINE, note } = await import("../../graph/auditing.js");
      await write(program.db, id, async (trx) => {
        await deleteAdmin(trx, id, userId);
        await note(trx, program, id, COMMAND_LINE, { action: "admin.deleted", subject: email });
      });
      print(`${email} can sign in no more, and every session is ended`);
    }),
};

export const adminLink: Verb = {
  usage: "admin link [organization] [--json]",
  about: "print a link by which to become an admin, once; of the oldest organization",
  args: 0,
  optionalArgs: 1,
  options: json,
  configured: true,
  run: async (call) =>
    opened(call, async (program) => {
      const [text] = call.args;
      const id =
        text === undefined
          ? (await allOrganizations(program.db))[0]?.id
          : await organizationId(program, text);
      if (id === undefined)
        throw new RefusedError("there is no organization; make one with: debrief org create");
      const { issueSetupLink } = await import("../../graph/setup-links.js");
      const { url, expiresAt } = await write(program.db, id, (trx) =>
        issueSetupLink(trx, program, id),
      );
      if (call.flags["json"])
        return printJson({ url, expiresAt: new Date(expiresAt).toISOString() });
      print(url);
      tell("valid for 30 minutes, once; the link before is not valid any more");
    }),
};
