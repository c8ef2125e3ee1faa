import type { RetentionRunRow } from "../../../db/retention/runs.js";
import {
  print,
  printJson,
  RefusedError,
  printToStderr,
  type Command,
} from "../../base/config/command.js";
import { runAsOrganization } from "./run-as-organization.js";
import { printRows } from "./print-rows.js";
import { organizationFlags } from "./shared-flags.js";

interface Preview {
  days: number | null;
  count: number;
  bytes: number;
  deferred: number;
  oldestKept: string | null;
}

interface Report extends Record<"media" | "transcripts" | "payloads", Preview> {
  nextRunAt: string | null;
  lastRunAt: string | null;
}

const PREVIEW = "{ days cutoff count bytes deferred oldestKept }";

const REPORT = `{
  retentionReport {
    nextRunAt lastRunAt media ${PREVIEW} transcripts ${PREVIEW} payloads ${PREVIEW}
    runs(first: 100) { id startedAt endedAt media mediaBytes transcripts payloads }
  }
}`;

const kinds = ["media", "transcripts", "payloads"] as const;

const formatDays = (days: number): string => `${days} day${days === 1 ? "" : "s"}`;

const printReport = (report: Report): void => {
  printRows(
    kinds.map((kind) => {
      const { days, count, bytes, deferred, oldestKept } = report[kind];
      return [
        kind,
        days === null ? "forever" : formatDays(days),
        `${count} to remove (${bytes} bytes)`,
        deferred === 0 ? "" : `${deferred} waiting`,
        oldestKept === null ? "" : `oldest kept ${oldestKept}`,
      ];
    }),
  );
  print(`next run  ${report.nextRunAt ?? "none: everything is kept forever"}`);
  print(`last run  ${report.lastRunAt ?? "none yet"}`);
};

const toCounts = (
  removed: Omit<RetentionRunRow, "endedAt"> | undefined,
): Record<string, number> => ({
  media: removed?.media ?? 0,
  mediaBytes: removed?.mediaBytes ?? 0,
  transcripts: removed?.transcripts ?? 0,
  payloads: removed?.payloads ?? 0,
});

export const retentionReport: Command = {
  usage: "retention report --org <organization> [--json]",
  description: "show what the next retention run removes",
  requiredArgs: 0,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (runOperation) => {
      const { retentionReport: report } = await runOperation<{ retentionReport: Report }>(REPORT);
      if (call.flags["json"]) printJson(report);
      else printReport(report);
    }),
};

export const retentionRun: Command = {
  usage: "retention run --org <organization> [--json]",
  description: "remove content past its retention days now",
  requiredArgs: 0,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (_runOperation, { program, id }) => {
      const { runRetentionNow } = await import("../../upkeep/jobs/retention.js");
      const result = await runRetentionNow(program, id);
      if (result.end === "taken")
        throw new RefusedError(
          "a server is already running retention; see: debrief retention report",
        );
      if (result.end === "clock jumped")
        throw new RefusedError(
          `the clock shows ${new Date(program.now()).toISOString()}, more than 3 days from the last heartbeat; if it is right: debrief clock confirm --org ${id}`,
        );
      if (result.end === "interrupted")
        throw new RefusedError("interrupted; the next run removes the rest");
      const removed = toCounts(result.removed);
      if (call.flags["json"]) printJson({ removed });
      else for (const [kind, count] of Object.entries(removed)) print(`${kind}  ${count}`);
      if (!result.isWalEmpty)
        printToStderr(
          "SQLite's write-ahead log still contains removed content, because another connection is reading; the next nightly run empties it",
        );
    }),
};
