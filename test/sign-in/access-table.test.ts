import "reflect-metadata";
import { readFileSync } from "node:fs";
import { getMetadataStorage } from "type-graphql";
import { accessGroups, otherOperations, otherRoutes } from "../harness/access/groups.js";
import { formatSecurityTable } from "../harness/access/security-table.js";
import { listWords } from "../harness/access/group.js";
import { getSchema } from "../helpers/graphql/schema.js";
import { test } from "../helpers/suite.js";

test("every operation of the schema is in one group of the access table", (t) => {
  const schema = getSchema();
  t.falsy(schema.getSubscriptionType());
  const listed = accessGroups.flatMap(({ operations }) => listWords(operations));
  t.deepEqual(
    [...listed, ...Object.values(otherOperations).flat()].toSorted(),
    [schema.getQueryType()!, schema.getMutationType()!]
      .flatMap((type) => Object.keys(type.getFields()))
      .toSorted(),
  );
});

test("every guarded field of an object is in one group of the access table", (t) => {
  t.truthy(getSchema());
  const guarded = getMetadataStorage().objectTypes.flatMap((type) =>
    (type.fields ?? [])
      .filter(({ roles }) => roles)
      .map(({ schemaName }) => `${type.name}.${schemaName}`),
  );
  t.deepEqual(
    accessGroups.flatMap(({ fields }) => listWords(fields)).toSorted(),
    guarded.toSorted(),
  );
});

test("every endpoint of the OpenAPI document is in one group of the access table", async (t) => {
  const { body } = await t.context.server.fetch("/v1/openapi.json");
  const documented = Object.entries(body.paths as Record<string, object>).flatMap(
    ([path, methods]) =>
      Object.keys(methods)
        .filter((method) => method !== "parameters" && method !== "options")
        .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = accessGroups.flatMap(({ routes = [] }) => routes);
  t.deepEqual([...listed, ...otherRoutes].toSorted(), [...documented, "POST /mcp"].toSorted());
});

test("nothing else answers requests with data of an organization", (t) => {
  const source = readFileSync("src/server.ts", "utf8");
  t.deepEqual(
    [...source.matchAll(/app\.use\(\s*([\w.]+)/g)].map(([, name]) => name),
    [
      "createRequestMiddleware",
      "events.middleware",
      "createMediaEndpoint",
      "createClipEndpoint",
      // Anyone with a link hears its clip.
      "createClipLinkEndpoint",
      "createResumableEndpoint",
      "createRestMiddleware",
      "graph.middleware",
      "createMcpMiddleware",
      "exports.middleware",
      "createHealthMiddleware",
      "services.metrics.createMiddleware",
      // Redirects, and a session for the person whom the provider names.
      "createOpenIdEndpoint",
      "createConsolePages",
    ],
    "a new endpoint needs a row in the access table",
  );
});

test("SECURITY.md has the access table", (t) => {
  const tables = readFileSync("SECURITY.md", "utf8").split("\n\n");
  t.is(tables.find((part) => part.startsWith("| To |"))?.trim(), formatSecurityTable(accessGroups));
});
