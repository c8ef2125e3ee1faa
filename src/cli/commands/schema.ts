import { print, printToStderr, type Command } from "../../base/config/command.js";
import { version } from "../../base/version.js";

export const schema: Command = {
  usage: "schema",
  description: "print the GraphQL schema",
  requiredArgs: 0,
  takesSettings: false,
  run: async () => {
    const { printSortedSchema } = await import("../../../graph/schema.js");
    process.stdout.write(printSortedSchema());
  },
};

export const openapi: Command = {
  usage: "openapi",
  description: "print the OpenAPI document of /v1",
  requiredArgs: 0,
  takesSettings: true,
  run: async ({ readConfig }) => {
    const { host, port, publicUrl } = readConfig();
    const { buildBaseUrl } = await import("../../base/config/base-url.js");
    const { printOpenApi } = await import("../../../rest/openapi/print.js");
    process.stdout.write(printOpenApi(publicUrl ?? buildBaseUrl(host, port)));
  },
};

export const migrateCommand: Command = {
  usage: "migrate",
  description: "upgrade the database to this version's schema",
  details: "debrief serve does the same at its start.",
  requiredArgs: 0,
  takesSettings: true,
  run: async ({ readConfig }) => {
    const { openProgram } = await import("../../program.js");
    const { db } = await openProgram(readConfig());
    await db.destroy();
    printToStderr("the database is up to date");
  },
};

export const versionCommand: Command = {
  usage: "version",
  description: "print the version",
  requiredArgs: 0,
  takesSettings: false,
  run: async () => print(version),
};
