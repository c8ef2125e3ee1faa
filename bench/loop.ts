import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  createInstalledOrganization,
  tenantAt,
} from "../test/helpers/server/installed-organization.js";
import { createInstallation } from "../test/helpers/server/program.js";
import { formatRow, formatRule, median } from "./shared/table.js";

// The longest block of the server's event loop during each heavy request, and the server's peak memory. Needs Linux.

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 3);
const UTTERANCES = 50_000;
const HEADERS = ["request", "longest block (ms), median", "worst", "peak RSS after (MB)"];

const monitor = new URL("../../bench/loop/monitor.mjs", import.meta.url).href;
// Not in /tmp, which may be in memory: commits must wait for a disk.
mkdirSync("build/bench-data", { recursive: true });
process.env["TMPDIR"] = resolve("build/bench-data");

const buildTranscript = (utterances: number, text: string) =>
  Array.from({ length: utterances }, (_, n) => ({
    speaker: n % 2 ? "Robin" : "Kim",
    role: n % 2 ? "rep" : "client",
    text: `${text} ${n}?`,
    start: n * 100,
    end: n * 100 + 90,
  }));

// 6 MB of JSON: different words, as people speak them.
const words = Array.from({ length: 5_000 }, (_, n) => `word${n.toString(36)}`);
const transcript = buildTranscript(UTTERANCES, "").map((utterance, n) => ({
  ...utterance,
  text: `${Array.from({ length: 6 }, (_, at) => words[(n * 31 + at * n) % words.length]).join(" ")}?`,
}));
const questions = Array.from({ length: 200 }, (_, n) => ({
  question: words.slice(n * 20, n * 20 + 15).join(" "),
}));

const measure = async (
  analyzer: "external" | "basic",
  build: (org: ReturnType<typeof tenantAt>) => Promise<Record<string, () => Promise<unknown>>>,
): Promise<void> => {
  const program = await createInstallation();
  const serving = await program.serve({
    DEBRIEF_ANALYZER: analyzer,
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_RATE_LIMIT: "0",
    LOG_LEVEL: "error",
    NODE_OPTIONS: `--import=${monitor}`,
  });
  const org = tenantAt(serving, await createInstalledOrganization(program, "Bench"));
  await org.createUser();
  const readLongestBlock = async (): Promise<number> => {
    const before = serving.stderr().length;
    serving.child.kill("SIGUSR2");
    for (;;) {
      await setTimeout(5);
      const [, longest] = /^loop (.*)$/m.exec(serving.stderr().slice(before)) ?? [];
      if (longest !== undefined) return Number(longest);
    }
  };
  const readPeakMb = (): string =>
    (
      (Number(
        /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${serving.child.pid}/status`, "utf8"))?.[1],
      ) *
        1024) /
      1e6
    ).toFixed(0);
  for (const [name, send] of Object.entries(await build(org))) {
    const blocks: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await setTimeout(200);
      await readLongestBlock();
      await send();
      blocks.push(await readLongestBlock());
    }
    console.log(
      formatRow([name, median(blocks).toFixed(0), Math.max(...blocks).toFixed(0), readPeakMb()]),
    );
  }
  await serving.stop();
  await program.remove();
};

console.log(`${formatRow(HEADERS)}\n${formatRule(HEADERS)}`);

await measure("external", async (org) => {
  let calls = 0;
  const ingest = async () => org.ingestCall({ call_id: `bench-${(calls += 1)}`, transcript });
  const small = await org.createProcessed({ call_id: "small" });
  const complete = async (id: string, input: object) =>
    org.graphql(
      "mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id } }",
      { id, input: { summary: "S", ...input } },
    );
  const large = await ingest();
  const expectOk = async (response: ReturnType<typeof org.get>): Promise<void> => {
    const { status, text } = await response;
    if (status !== 200) throw new Error(text.slice(0, 500));
  };
  return {
    "a small list (for comparison)": async () => expectOk(org.get("/v1/recordings")),
    "POST /v1/dialer, 50,000 utterances": ingest,
    "completeAnalysis of that call": async () => complete(large, {}),
    "completeAnalysis with 50,000 utterances": async () => complete(small, { transcript }),
    "GET transcript, 50,000 utterances": async () =>
      expectOk(org.get(`/v1/recordings/${large}/transcript`)),
    "GraphQL transcript": async () =>
      org.graphql(`{ recording(id: "${large}") { transcript { speaker role text start end } } }`),
    "GET /v1/recordings?include=transcript": async () =>
      expectOk(org.get("/v1/recordings?include=transcript")),
    "GET /export": async () => expectOk(org.get("/export")),
    "completeAnalysis again, which replaces the words in the index": async () =>
      complete(large, { transcript }),
  };
});

await measure("basic", async (org) => {
  for (let count = 0; count < 4; count += 1)
    await org.graphql(
      "mutation ($input: TemplateInput!) { upsertTemplate(input: $input) { id } }",
      {
        input: { name: `T${count}`, questions },
      },
    );
  let calls = 0;
  const lines = transcript.slice(0, 12_000);
  return {
    "analysis by rules of 500 KB, 4 × 200 questions": async () => {
      const id = await org.ingestCall({ call_id: `rules-${(calls += 1)}`, transcript: lines });
      for (;;) {
        const { recording } = await org.graphql(`{ recording(id: "${id}") { status } }`);
        if (recording.status === "processed") return;
        if (recording.status === "failed") throw new Error("the analysis failed");
        await setTimeout(20);
      }
    },
  };
});
