import { print, tell, type Verb } from "../verb.js";
import { version } from "../version.js";

export const schema: Verb = {
  usage: "schema",
  about: "print the GraphQL schema",
  args: 0,
  configured: false,
  run: async () => {
    const { printedSchema } = await import("../../graph/schema.js");
    process.stdout.write(printedSchema());
  },
};

export const openapi: Verb = {
  usage: "openapi",
  about: "print the OpenAPI document of /v1",
  args: 0,
  configured: true,
  run: async ({ config }) => {
    const { host, port, publicUrl } = config();
    const { baseUrl } = await import("../base-url.js");
    const { printedDocument } = await import("../../rest/openapi/printed.js");
    process.stdout.write(printedDocument(publicUrl ?? baseUrl(host, port)));
  },
};

export const migrateVerb: Verb = {
  usage: "migrate",
  about: "bring the database to this program's schema (serve does it too)",
  args: 0,
  configured: true,
  run: async ({ config }) => {
    const { openProgram } = await import("../program.js");
    const { db } = await openProgram(config());
    await db.destroy();
    tell("the database is up to date");
  },
};

export const versionVerb: Verb = {
  usage: "version",
  about: "print the version",
  args: 0,
  configured: false,
  run: async () => print(version),
};
