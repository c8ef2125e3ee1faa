import { accessGroups } from "../harness/access/groups.js";
import { type AccessGroup, reachOf } from "../harness/access/group.js";
import { acceptsCaller, type AccessCaller, createCallers } from "../harness/access/callers.js";
import { buildRouteRequest } from "../harness/access/route-requests.js";
import { createSampleData } from "../helpers/graphql/operations.js";
import { screenPaths } from "../../src/api/console/paths.js";
import { storeMedia } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-suite.js";

const judgeExpected = (caller: AccessCaller, group: AccessGroup, route: string): string => {
  if (!acceptsCaller(caller, route)) return "401";
  // Its parts could name a user later on.
  const isPartOfTeam = caller.name === "a key of a team" && route.includes("/v1/uploads");
  return reachOf(group, caller) && !isPartOfTeam ? "allowed" : "403";
};

const judge = (status: number): string =>
  status < 500 && status !== 401 && status !== 403 ? "allowed" : String(status);

test.serial("each caller may use exactly the routes of its groups", async (t) => {
  const { server, org } = t.context;
  const ids = await createSampleData(server, org);
  await storeMedia(server, org, ids.processedRecording);
  const people = {
    admin: await org.createUser("admin@example.com"),
    manager: await org.createUser("manager@example.com"),
    rep: "rep@example.com",
    team: ids.team,
  };
  const callers = await createCallers(server, org, people);
  const email = await org.createUser("other@example.com");
  const { client, webhook, actionItem, processedRecording: recording } = ids;
  const named = { recording, client, event: "e-1", email, webhook, actionItem };
  for (const group of accessGroups)
    for (const route of group.routes ?? [])
      for (const caller of callers) {
        const request = buildRouteRequest(route, named);
        const { method, path, body, headers } = request;
        const { status, text } = await server.fetch(path, {
          method,
          headers: { ...caller.headers, ...headers },
          ...(body !== undefined && { body }),
        });
        t.is(
          judge(status),
          judgeExpected(caller, group, route),
          `${caller.name}: ${route} ${text}`,
        );
      }
});

test.serial("the console's pages are the same for every caller", async (t) => {
  const { server, org } = t.context;
  const rep = await org.createUser(`rep@${org.id}.example.com`);
  const people = {
    admin: await org.createUser(`admin@${org.id}.example.com`),
    manager: await org.createUser(`manager@${org.id}.example.com`),
    rep,
    team: (await org.graphql(`mutation { upsertTeam(input: { name: "N", members: [] }) { id } }`))
      .upsertTeam.id,
  };
  const callers = await createCallers(server, org, people);
  const id = await org.ingestCall();
  for (const screen of [...screenPaths, "/docs", "/graphiql"]) {
    const path = screen.replaceAll(/:\w+/g, id);
    const pages = new Set<string>();
    for (const { headers } of callers) pages.add((await server.fetch(path, { headers })).text);
    t.is(pages.size, 1, path);
    t.true([...pages][0]!.length > 100, path);
  }
});
