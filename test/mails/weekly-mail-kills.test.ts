import "reflect-metadata";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { connect, type Db } from "../../db/engine/connect.js";
import { transact } from "../../db/engine/write.js";
import { findUserByEmail } from "../../db/people/users.js";
import { insertAccount } from "../../db/sign-in/accounts.js";
import { acceptClock } from "../../graph/retention/clock.js";
import { createRandom } from "../../src/demo/random.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { createInstallation } from "../helpers/server/program.js";
import { buildShiftedEnv } from "../helpers/server/shift-clock.js";
import { startMailServer } from "../helpers/sign-in/mail-server.js";
import type { Tenant } from "../helpers/tenant.js";

// MAIL_KILLS=50 for a long run; raise --timeout with it.
const KILLS = Number(process.env["MAIL_KILLS"] ?? 2);
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_KILL_MS = 300;
const POLL_MS = 20;

/** Returns how far the clock has to go on to the next Monday at seven: the calls of now are then of the last week. */
const computeShift = (): number => {
  const now = new Date();
  const day = (now.getUTCDay() + 6) % 7;
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  return today + (7 - day) * DAY_MS + 7 * HOUR_MS - now.getTime();
};

/** Accepts the clock of the servers that start later: it isn't wrong by days. */
const acceptShiftedClock = async (db: Db, { id }: { id: string }): Promise<void> =>
  transact(db, (trx) => acceptClock(trx, id, Date.now() + computeShift()));

/** Creates reps who can sign in, with a call each. Returns their e-mails. */
const createReps = async (db: Db, org: Tenant, names: string[]): Promise<string[]> => {
  const emails = names.map((name) => `${name}@example.com`);
  for (const email of emails) {
    await org.createUser(email);
    await org.createProcessed({ call_id: email, user_email: email });
    const { id: userId } = (await findUserByEmail(db, org.id, email))!;
    const account = { userId, email, role: "rep", password: "x", now: Date.now() } as const;
    await transact(db, (trx) => insertAccount(trx, org.id, account));
  }
  return emails;
};

const waitUntil = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await setTimeout(POLL_MS);
};

test("each mail is sent once although two servers run and one is killed", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const arrived: string[] = [];
  let holds = true;
  const mails = await startMailServer({
    onData: (stream, { envelope }, done) => {
      stream.resume();
      stream.on("end", () => {
        arrived.push(envelope.rcptTo[0]!.address);
        // The first one hangs, until its server is killed.
        if (!holds || arrived.length > 1) done();
      });
    },
  });
  t.teardown(mails.stop);
  const org = await createInstalledOrganization(program);
  const setUp = await program.serve();
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  const tenant = tenantAt(setUp, org);
  const env = {
    ...buildShiftedEnv(computeShift()),
    TZ: "UTC",
    PUBLIC_URL: "https://calls.example.com",
    DEBRIEF_SMTP_URL: `smtp://127.0.0.1:${mails.server.port}`,
    DEBRIEF_MAIL_FROM: "calls@example.com",
  };
  await acceptShiftedClock(db, org);
  const reps = await createReps(db, tenant, ["a", "b", "c", "d"]);
  const first = await program.serve(env);
  await waitUntil(() => arrived.length > 0);
  const second = await program.serve(env);
  await waitUntil(() => arrived.length === reps.length);
  first.child.kill("SIGKILL");
  await first.ended;
  await second.stop();
  holds = false;
  const last = await createReps(db, tenant, ["e"]);
  const third = await program.serve(env);
  await waitUntil(() => arrived.includes(last[0]!));
  await third.stop();
  t.deepEqual(arrived.toSorted(), [...reps, ...last].toSorted());
  const seed = Date.now() % 100_000;
  t.log(`seed ${seed}`);
  const random = createRandom(seed);
  for (let round = 0; round < KILLS; round += 1) {
    const names = Array.from({ length: 6 }, (_, n) => `round-${round}-${n}`);
    const more = await createReps(db, tenant, names);
    const servers = await Promise.all([program.serve(env), program.serve(env)]);
    await setTimeout(random.int(0, MAX_KILL_MS));
    servers[0].child.kill("SIGKILL");
    await servers[0].ended;
    // The killed server may have claimed one more.
    await waitUntil(() => arrived.filter((to) => more.includes(to)).length >= more.length - 1);
    await servers[1].stop();
  }
  t.is(new Set(arrived).size, arrived.length, "each at most once");
  await setUp.stop();
});

test("without PUBLIC_URL, no weekly mails go out", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const mails = await startMailServer();
  t.teardown(mails.stop);
  const org = await createInstalledOrganization(program);
  const env = {
    ...buildShiftedEnv(computeShift()),
    TZ: "UTC",
    DEBRIEF_SMTP_URL: `smtp://127.0.0.1:${mails.server.port}`,
    DEBRIEF_MAIL_FROM: "calls@example.com",
  };
  const setUp = await program.serve();
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  await acceptShiftedClock(db, org);
  const reps = await createReps(db, tenantAt(setUp, org), ["a"]);
  await (await program.serve(env)).stop();
  await (await program.serve({ PUBLIC_URL: "https://calls.example.com" })).stop();
  t.deepEqual(await db("weekly_mails").select(), []);
  const sending = await program.serve({ ...env, PUBLIC_URL: "https://calls.example.com" });
  t.deepEqual((await mails.waitFor(reps[0]!)).to, reps);
  await sending.stop();
  await setUp.stop();
});
