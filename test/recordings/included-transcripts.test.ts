import { test } from "../helpers/own-paused-suite.js";
import { countStatements } from "../helpers/engine/count-statements.js";

const LONG = "x".repeat(100_000);

const buildTranscript = (text: string) => [
  { speaker: "Ann", role: "client", text, start: 0, end: 900 },
];

test.serial("include=transcript adds each recording's own transcript", async (t) => {
  const { org } = t.context;
  const ids: string[] = [];
  for (const name of ["Ben", "Cleo", null])
    ids.unshift(
      await org.createProcessed({
        transcript: buildTranscript(`I am ${name}.`),
        ...(name !== null && { customer: { id: name, name } }),
      }),
    );
  await org.createProcessed();
  const { body } = await org.get("/v1/recordings?include=transcript");
  t.deepEqual(body.recordings[0].transcript, []);
  for (const [index, id] of ids.entries()) {
    const { transcript } = (await org.get(`/v1/recordings/${id}/transcript`)).body;
    t.deepEqual(body.recordings[index + 1].transcript, transcript);
  }
});

test.serial(
  "transcripts and details cost a page as many statements as one recording",
  async (t) => {
    const { org, server } = t.context;
    const cost = async (path: string): Promise<number> => {
      await org.get(path);
      return (await countStatements(server, () => org.get(path))).count;
    };
    const item = { actionItems: [{ text: "Sign" }], tags: ["won"] };
    await org.createProcessed({ transcript: buildTranscript("Yes.") }, item);
    const paths = ["include=transcript", "include=details,transcript", "updatedSince=2020-01-01"];
    const costs: number[] = [];
    for (const path of paths) costs.push(await cost(`/v1/recordings?${path}`));
    t.deepEqual(costs, [3, 7, 4]);
    for (let count = 0; count < 4; count += 1)
      await org.createProcessed({ transcript: buildTranscript("Yes.") }, item);
    for (const [index, path] of paths.entries())
      t.is(await cost(`/v1/recordings?${path}`), costs[index]!);
  },
);

test.serial("a page of long transcripts ends early, and the next page continues", async (t) => {
  const { org } = t.context;
  const ids: string[] = [];
  const sizes = [1, 50, 15, 15, 15];
  for (const size of sizes)
    ids.unshift(
      await org.createProcessed({
        transcript: Array.from({ length: size }, () => buildTranscript(LONG)[0]),
      }),
    );
  for (const list of ["include=transcript", "include=transcript&updatedSince=2020-01-01"]) {
    const pages: number[][] = [];
    for (let after: string | null = ""; after !== null;) {
      const { body } = await org.get(`/v1/recordings?${list}${after && `&startAfter=${after}`}`);
      pages.push(body.recordings.map(({ id }: { id: string }) => ids.indexOf(id)));
      t.is(body.hasMore, body.nextCursor !== null);
      after = body.nextCursor;
    }
    t.deepEqual(pages, list.includes("Since") ? [[4], [3], [2, 1], [0]] : [[0, 1], [2], [3], [4]]);
  }
  t.is((await org.get("/v1/recordings")).body.recordings.length, sizes.length);
});
