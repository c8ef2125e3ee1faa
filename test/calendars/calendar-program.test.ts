import "reflect-metadata";
import { setTimeout } from "node:timers/promises";
import { buildFeed, buildMeetingAt, startFeed } from "./calendar-feeds.js";
import { test } from "../helpers/server/first-start-suite.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";

const HOUR_MS = 60 * 60_000;

test("a running server polls a calendar that the command line added, and again on request", async (t) => {
  const { program } = t.context;
  const env = {
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_ANALYZER: "external",
    DEBRIEF_WEBHOOK_ALLOW: "127.0.0.1",
  };
  const feed = await startFeed(t);
  const start = Date.now() + 24 * HOUR_MS;
  feed.text = buildFeed(buildMeetingAt("a", start));
  const first = await program.serve(env);
  const org = await createInstalledOrganization(program);
  await tenantAt(first, org).createUser("ann@example.com");
  t.is((await first.stop()).code, 0);
  const inOrg = (...args: string[]) => ["calendar", ...args, "--org", org.id];
  const add = inOrg("add", "--user", "ann@example.com", "--events", "all");
  const added = await program.run(add, env, `${feed.url}\n`);
  t.regex(
    added.stdout,
    /^[0-9a-f-]{36}  127\.0\.0\.1:\d+  ann@example\.com  never  .* {2}waiting for its first poll\n$/,
  );
  t.notRegex(added.stdout + added.stderr, /secret-address/);
  const [id = ""] = added.stdout.split(" ");
  const serving = await program.serve(env);
  const countAppointments = async (count: number): Promise<number> => {
    for (;;) {
      const { appointments } = await tenantAt(serving, org).graphql(
        "{ appointments { nodes { id } } }",
      );
      if (appointments.nodes.length === count) return appointments.nodes.length;
      await setTimeout(50);
    }
  };
  t.is(await countAppointments(1), 1);
  feed.text = buildFeed(buildMeetingAt("a", start), buildMeetingAt("b", start + HOUR_MS));
  await tenantAt(serving, org).graphql(`mutation { pollCalendarNow(id: "${id}") { id } }`);
  t.is(await countAppointments(2), 2);
  const listed = await program.run(inOrg("list", "--json"), env);
  t.like(JSON.parse(listed.stdout), { calendars: [{ id, occurrences: 2, problem: null }] });
  t.is((await program.run(inOrg("delete", id), env)).stdout, "deleted\n");
  t.is(await countAppointments(0), 0);
  t.is((await serving.stop()).code, 0);
});

test("the command line names its own flag if a calendar's user is unknown", async (t) => {
  const { program } = t.context;
  const env = { DEBRIEF_FIRST_ORG: "off" };
  const org = await createInstalledOrganization(program);
  const add = ["calendar", "add", "--org", org.id, "--user", "nobody@example.com"];
  const { code, stderr } = await program.run(add, env, "https://calendar.example.com/a.ics\n");
  t.is(code, 2);
  t.regex(stderr, /^--user is not the email of an active member of the organization/m);
});

test("the command line says how a private or http address of a calendar is allowed", async (t) => {
  const { program } = t.context;
  const env = { DEBRIEF_FIRST_ORG: "off" };
  const org = await createInstalledOrganization(program);
  const add = ["calendar", "add", "--org", org.id];
  const { code, stderr } = await program.run(add, env, "http://127.0.0.1:9000/a.ics\n");
  t.is(code, 1);
  t.regex(
    stderr,
    /^the address must be a public address, unless DEBRIEF_WEBHOOK_ALLOW lists it, for this command/m,
  );
});

test("the command line calls a calendar's invalid address by the prompt's word", async (t) => {
  const { program } = t.context;
  const env = { DEBRIEF_FIRST_ORG: "off" };
  const org = await createInstalledOrganization(program);
  const { code, stderr } = await program.run(["calendar", "add", "--org", org.id], env, "no\n");
  t.is(code, 2);
  t.regex(stderr, /^the address must be the https address of an iCalendar file/m);
});
