import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { connect } from "../../db/engine/connect.js";
import { listOrganizations } from "../../db/organizations/organization.js";
import { createInstallation, type Installation } from "./program.js";

export const FIRST_ORGANIZATION_FILE = "first-organization.json";

/** The suite of the program's first start: an installation for each test, and where its first keys are told. */
export const test = anyTest as TestFn<{ program: Installation; file: string }>;

test.beforeEach(async (t) => {
  const program = await createInstallation();
  t.context = { program, file: join(program.dataDir, FIRST_ORGANIZATION_FILE) };
});

test.afterEach.always((t) => t.context.program.remove());

/** The names of the organizations in its database. */
export const loadOrganizationNames = async ({ databaseUrl }: Installation): Promise<string[]> => {
  const db = connect(databaseUrl);
  try {
    return (await listOrganizations(db)).map(({ name }) => name);
  } finally {
    await db.destroy();
  }
};

/** The status with which a key's users are answered. */
export const fetchUsersStatus = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/v1/users`, { headers: { "x-api-key": key } })).status;
