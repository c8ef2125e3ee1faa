import { LABELLED } from "../../test/helpers/meaning/labelled.js";
import { listChildren, readCpuMs } from "../shared/proc.js";
import { formatRow, formatRule, median } from "../shared/table.js";
import { CALL_SENTENCES } from "./calls.js";
import type { MeaningSeed } from "./seed.js";

const SEARCHES = 20;

/** Returns the CPU time of the server with the model's process, in milliseconds. */
const readServerCpuMs = (pid: number): number =>
  [pid, ...listChildren(pid)].reduce((sum, each) => sum + readCpuMs(each), 0);

/** Prints the time and the CPU time of a search by meaning: of a new text, and of one that was searched before. */
export const measureSearches = async (
  { url, pid }: { url: string; pid: number },
  { searched }: MeaningSeed,
): Promise<void> => {
  const search = async (apiKey: string, meaning: string): Promise<number> => {
    const sent = performance.now();
    const query = `meaning=${encodeURIComponent(meaning)}&limit=25`;
    const response = await fetch(`${url}/v1/sentences?${query}`, {
      headers: { "x-api-key": apiKey },
    });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`a search answered ${response.status}: ${body}`);
    return performance.now() - sent;
  };
  const heads = ["search by meaning", "calls", "sentences", "median ms", "ms of CPU"];
  console.log(["", formatRow(heads), formatRule(heads)].join("\n"));
  for (const { apiKey, calls } of searched) {
    const texts = LABELLED.map(({ text }) => text).slice(0, SEARCHES + 1);
    // Starts the model, and reads the file into the cache of the system.
    await search(apiKey, texts.pop()!);
    for (const what of ["a new text", "the same text again"]) {
      const began = readServerCpuMs(pid);
      const times: number[] = [];
      for (const text of texts) times.push(await search(apiKey, text));
      const cpu = (readServerCpuMs(pid) - began) / texts.length;
      console.log(
        formatRow([what, calls, calls * CALL_SENTENCES, median(times).toFixed(0), cpu.toFixed(0)]),
      );
    }
  }
};
