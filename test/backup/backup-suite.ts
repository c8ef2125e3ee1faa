import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import {
  createInstallation,
  type Installation,
  type ProgramResult,
} from "../helpers/server/program.js";

/** A suite with an installation per test, its database's path and a path for a backup. */
export const test = anyTest as TestFn<{ program: Installation; file: string; backup: string }>;

test.beforeEach(async (t) => {
  const program = await createInstallation();
  t.context = {
    program,
    file: join(program.dataDir, "debrief.db"),
    backup: join(program.directory, "backup.db"),
  };
});

test.afterEach.always((t) => t.context.program.remove());

export const ORG_CREATE_ARGS = ["org", "create", "Acme", "--json"];

export const parseStdout = ({ stdout }: ProgramResult) => JSON.parse(stdout);

/** Returns the status of a request with the key. */
export const fetchUsersStatus = async (url: string, apiKey: string): Promise<number> =>
  (await fetch(`${url}/v1/users`, { headers: { "x-api-key": apiKey } })).status;

/** Lists the organizations in the installation's database. */
export const listOrganizationsByCommand = async (program: Installation): Promise<string[]> => {
  const [{ stdout, stderr }] = (await program.runAll(["org", "list", "--json"])) as [ProgramResult];
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout).organizations.map(({ name }: { name: string }) => name);
};
