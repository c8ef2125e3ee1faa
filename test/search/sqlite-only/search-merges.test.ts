import { createLog } from "../../../src/base/log/log.js";
import { createNightlyCheck } from "../../../src/upkeep/jobs/retention.js";
import { createOwner } from "../../../src/base/workers/owner.js";
import { test } from "../../helpers/own-frozen-suite.js";
import { DAY_MS, setHeartbeats } from "../../helpers/retention/retention.js";
import { createRecordingSaying } from "../../helpers/search/search.js";
import { runAsProgram } from "../../helpers/engine/guard-statements.js";
import type { TestServer } from "../../helpers/server.js";

const COUNT = 24;
const WORDS = 5_000;
/** With these sizes, a recording is erased in the midst of a merge that has copied its pages. */
const KEPT = 5;

/** Returns the beginning of every word of a recording, which occurs nowhere else. */
const buildBeginning = (index: number): string => `${String.fromCodePoint(97 + index)}q${index}q`;

const buildText = (beginning: string): string =>
  Array.from({ length: WORDS }, (_, index) => `${beginning}${index}`.padEnd(6, "z")).join(" ");

const countPagesOf = async ({ services: { db } }: TestServer, index: number): Promise<number> => {
  const rows = await db.raw(
    "SELECT count(*) AS pages FROM search_index_data WHERE instr(block, ?) > 0",
    [Buffer.from(buildBeginning(index).slice(1))],
  );
  return rows[0].pages;
};

test.serial("after the night, the index keeps no word of an erased recording", async (t) => {
  const { org, server } = t.context;
  const erase = async (id: string): Promise<void> =>
    void (await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id }));
  const ids: string[] = [];
  const countPagesOfErased = async (): Promise<number> => {
    let pages = 0;
    for (let index = 0; index < ids.length - KEPT; index += 1)
      pages += await countPagesOf(server, index);
    return pages;
  };
  for (let index = 0; index < COUNT; index += 1) {
    ids.push(await createRecordingSaying(org, `${index}`, buildText(buildBeginning(index))));
    if (index >= KEPT) await erase(ids[index - KEPT]!);
  }
  t.true((await countPagesOfErased()) > 0, "no merge is under way that has copied erased words");
  const nightly = createNightlyCheck({
    services: server.services,
    log: createLog("silent"),
    now: () => server.clock.time,
    owner: createOwner(),
  });
  server.clock.time += DAY_MS;
  await setHeartbeats(server, server.clock.time);
  await runAsProgram(async () => nightly(new AbortController().signal));
  t.is(await countPagesOfErased(), 0);
  t.true((await countPagesOf(server, COUNT - 1)) > 0, "a recording that is kept keeps its words");
});
