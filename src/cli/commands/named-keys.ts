import { type Command, print, printJson, UsageError } from "../../base/config/command.js";
import { printRows } from "./print-rows.js";
import { rethrowAsUsageError, runInOrganization } from "./run-as-organization.js";
import type { RunOperation } from "./run-operation.js";
import { jsonFlag } from "./shared-flags.js";

const CREATE = `mutation ($input: NamedKeyInput!) {
  createNamedKey(input: $input) { key namedKey { id prefix } }
}`;
const REVOKE = "mutation ($id: ID!) { revokeNamedKey(id: $id) }";
const LIST = `{ namedKeys {
  id name prefix scopes teams { name } user { email } expiresAt lastUsedAt lastUsedAddress
} }`;

interface ListedKey {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  teams: { name: string }[] | null;
  user: { email: string } | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
}

const FIELD_NAMES = { name: "the name", scopes: "--scopes", teamIds: "--teams", userEmail: "--as" };

const splitList = (text: unknown): string[] =>
  typeof text === "string" ? text.split(",").map((part) => part.trim()) : [];

/** Returns the ids of teams by their names. @throws UsageError for a name that no team, or several, have */
const resolveTeamIds = async (run: RunOperation, names: readonly string[]): Promise<string[]> => {
  const { teams } = await run<{ teams: { id: string; name: string }[] }>("{ teams { id name } }");
  return names.map((name) => {
    const ids = teams.filter((team) => team.name === name).map(({ id }) => id);
    if (ids.length !== 1)
      throw new UsageError(
        `--teams: ${ids.length === 0 ? "no team is" : "several teams are"} named "${name}"`,
      );
    return ids[0]!;
  });
};

export const keyCreate: Command = {
  usage:
    "key create <organization> <name> --scopes <scopes> [--teams <names>] [--as <email>] [--expires <time>] [--json]",
  description: "create a key with limited rights",
  details: "Prints the key once. The organization's own API key stays valid. See docs/keys.md.",
  requiredArgs: 2,
  options: {
    scopes: {
      type: "string",
      value: "<scopes>",
      description: "read, ingest, people, webhooks, export or mcp, comma-separated",
    },
    teams: {
      type: "string",
      value: "<names>",
      description: "limit the key to these teams, comma-separated",
    },
    as: { type: "string", value: "<email>", description: "let the key act as this user" },
    expires: {
      type: "string",
      value: "<time>",
      description: "when the key expires, such as 2030-01-01T00:00:00Z",
    },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async (input) => {
    const { scopes, teams, as: userEmail, expires: expiresAt, json } = input.flags;
    if (typeof scopes !== "string")
      throw new UsageError("--scopes is required, such as --scopes read,ingest");
    await runInOrganization(input, async (run) => {
      const key = {
        name: input.args[1],
        scopes: splitList(scopes),
        ...(teams !== undefined && { teamIds: await resolveTeamIds(run, splitList(teams)) }),
        ...(userEmail !== undefined && { userEmail }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      const names = { ...FIELD_NAMES, expiresAt: "--expires" };
      const { createNamedKey } = await rethrowAsUsageError(
        names,
        run<{ createNamedKey: { key: string; namedKey: { id: string } } }>(CREATE, { input: key }),
      );
      if (json) return printJson({ id: createNamedKey.namedKey.id, key: createNamedKey.key });
      print(createNamedKey.key);
    });
  },
};

export const keyList: Command = {
  usage: "key list <organization> [--json]",
  description: "list the named keys with their scopes and last use",
  requiredArgs: 1,
  options: jsonFlag,
  takesSettings: true,
  run: async (input) =>
    runInOrganization(input, async (run) => {
      const { namedKeys } = await run<{ namedKeys: ListedKey[] }>(LIST);
      if (input.flags["json"]) return printJson({ keys: namedKeys });
      printRows(
        namedKeys.map((key) => [
          key.id,
          `${key.prefix}…`,
          key.name,
          key.scopes.join(","),
          key.user?.email ?? key.teams?.map(({ name }) => name).join(", ") ?? "everything",
          key.expiresAt === null ? "doesn't expire" : `until ${key.expiresAt}`,
          key.lastUsedAt === null
            ? "never used"
            : `used ${key.lastUsedAt} by ${key.lastUsedAddress ?? "an unknown address"}`,
        ]),
      );
    }),
};

export const keyRevoke: Command = {
  usage: "key revoke <organization> <id>",
  description: "revoke a named key",
  details: "The server refuses the key's next request.",
  requiredArgs: 2,
  takesSettings: true,
  run: async (input) =>
    runInOrganization(input, async (run) => {
      await run(REVOKE, { id: input.args[1] });
      print("revoked");
    }),
};
