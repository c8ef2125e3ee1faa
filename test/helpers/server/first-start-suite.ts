import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { connect } from "../../../db/engine/connect.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { createInstallation, type Installation } from "./program.js";

export const FIRST_ORGANIZATION_FILE = "first-organization.json";

/**
 * A suite for the program's first start: an installation per test, and the file for its first keys.
 */
export const test = anyTest as TestFn<{ program: Installation; file: string }>;

test.beforeEach(async (t) => {
  const program = await createInstallation();
  t.context = { program, file: join(program.dataDir, FIRST_ORGANIZATION_FILE) };
});

test.afterEach.always((t) => t.context.program.remove());

/** Loads the organizations' names from the database. */
export const loadOrganizationNames = async ({ databaseUrl }: Installation): Promise<string[]> => {
  const db = connect(databaseUrl);
  try {
    return (await listOrganizations(db)).map(({ name }) => name);
  } finally {
    await db.destroy();
  }
};

/** Returns the status of a request with the key. */
export const fetchUsersStatus = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/v1/users`, { headers: { "x-api-key": key } })).status;
