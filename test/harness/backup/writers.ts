import type { Db } from "../../../db/engine/connect.js";
import { type Api, createApi, type Keys, NoResponseError } from "../crash/api.js";

const buildCallId = (lane: number, n: number): string => `lane-${lane}-${n}`;

/**
 * Writes on several connections at full speed. A lane repeats two writes: call n, then n as an
 * appointment's title.
 */
export class Writers {
  /** The newest n per lane whose title was acknowledged. */
  readonly acknowledged: number[];
  readonly #api: Api;
  #stopping = false;
  readonly #running: Promise<void>[];

  constructor(url: string, keys: Keys, lanes: number) {
    this.#api = createApi(url, keys);
    this.acknowledged = Array.from({ length: lanes }, () => 0);
    this.#running = this.acknowledged.map((_, lane) => this.#write(lane));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  async #write(lane: number): Promise<void> {
    for (let n = 1; !this.#stopping; n += 1) {
      try {
        await this.#api.send("POST", "/v1/dialer", {
          call_id: buildCallId(lane, n),
          user_email: "rep@example.com",
          started_at: "2026-03-02T10:00:00Z",
          transcript: [{ speaker: "A", role: "rep", text: "x".repeat(2000), start: 0, end: 900 }],
        });
        await this.#api.send("POST", "/v1/scheduled-tasks", {
          event_id: `lane-${lane}`,
          user_email: "rep@example.com",
          start_time: new Date(Date.UTC(2026, 0, 1 + lane * 7)).toISOString(),
          title: String(n),
        });
      } catch (error) {
        if (error instanceof NoResponseError && this.#stopping) return;
        throw error;
      }
      this.acknowledged[lane] = n;
    }
  }
}

/** Returns acknowledged writes that the database lacks, and writes that it has only in part. */
export const findLostWrites = async (
  db: Db,
  acknowledged: readonly number[],
): Promise<string[]> => {
  const calls = new Set<string>(await db("recordings").pluck("call_id"));
  const titles: { event_id: string; title: string }[] = await db("appointments").select(
    "event_id",
    "title",
  );
  const titleOf = new Map(titles.map((row) => [row.event_id, Number(row.title)]));
  return acknowledged.flatMap((acknowledgedTitle, lane) => {
    const title = titleOf.get(`lane-${lane}`) ?? 0;
    const problems =
      title < acknowledgedTitle
        ? [`lane ${lane}: ${acknowledgedTitle} was acknowledged, but the title is ${title}`]
        : [];
    for (let n = 1; n <= title; n += 1)
      if (!calls.has(buildCallId(lane, n)))
        problems.push(`lane ${lane}: call ${n} of ${title} is missing`);
    // A lane writes one thing after the other, so one moment has at most one call more.
    if (calls.has(buildCallId(lane, title + 2)))
      problems.push(`lane ${lane}: the backup mixes several moments`);
    return problems;
  });
};
