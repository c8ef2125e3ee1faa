import type { RetentionRunRow } from "../../db/retention-runs.js";
import { print, printJson, RefusedError, tell, UsageError, type Verb } from "../verb.js";
import { type Ask, asOrganization, options } from "./ask.js";
import { printRows } from "./rows.js";

interface Outlook {
  days: number | null;
  count: number;
  bytes: number;
  waiting: number;
  oldestKept: string | null;
}

interface Report extends Record<"media" | "transcripts" | "payloads", Outlook> {
  nextRunAt: string | null;
  lastRunAt: string | null;
}

const OUTLOOK = "{ days before count bytes waiting oldestKept }";

const REPORT = `{
  retentionReport {
    nextRunAt lastRunAt media ${OUTLOOK} transcripts ${OUTLOOK} payloads ${OUTLOOK}
    runs(first: 100) { id startedAt endedAt media mediaBytes transcripts payloads }
  }
}`;

const kinds = ["media", "transcripts", "payloads"] as const;

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

const report = async (ask: Ask, json: boolean): Promise<void> => {
  const { retentionReport } = await ask<{ retentionReport: Report }>(REPORT);
  if (json) return printJson(retentionReport);
  printRows(
    kinds.map((kind) => {
      const { days, count, bytes, waiting, oldestKept } = retentionReport[kind];
      return [
        kind,
        days === null ? "for ever" : counted(days, "day"),
        `${count} would go (${bytes} bytes)`,
        waiting === 0 ? "" : `${waiting} wait`,
        oldestKept === null ? "" : `oldest kept ${oldestKept}`,
      ];
    }),
  );
  const { nextRunAt, lastRunAt } = retentionReport;
  print(`next run  ${nextRunAt ?? "none: everything is kept for ever"}`);
  print(`last run  ${lastRunAt ?? "none yet"}`);
};

const shown = (removed: Omit<RetentionRunRow, "endedAt"> | undefined): Record<string, number> => ({
  media: removed?.media ?? 0,
  mediaBytes: removed?.mediaBytes ?? 0,
  transcripts: removed?.transcripts ?? 0,
  payloads: removed?.payloads ?? 0,
});

export const retention: Verb = {
  usage: "retention --org <organization> [--dry-run | --run] [--json]",
  about: "say what the next night's run removes for its age, or --run it now",
  args: 0,
  options: { ...options, "dry-run": { type: "boolean" }, run: { type: "boolean" } },
  configured: true,
  run: async (call) => {
    const { run, json, "dry-run": dry } = call.flags;
    if (run && dry) throw new UsageError("give --run or --dry-run");
    await asOrganization(call, async (ask, { program, id }) => {
      if (!run) return report(ask, json === true);
      const { runNow } = await import("../retention.js");
      const ended = await runNow(program, id);
      if (ended.end === "taken")
        throw new RefusedError("a server is at it just now; see: debrief retention");
      if (ended.end === "interrupted")
        throw new RefusedError("interrupted; the next run goes on with what is left");
      const removed = shown(ended.removed);
      if (json) printJson({ removed });
      else for (const [kind, count] of Object.entries(removed)) print(`${kind}  ${count}`);
      if (!ended.logEmptied)
        tell("the database's log still holds what was removed: a reader is in the way");
    });
  },
};
