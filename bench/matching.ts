// Measures how long a change of a rep with many open calls and appointments takes. See bench/README.md.
import "reflect-metadata";
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Db } from "../db/engine/connect.js";
import { insertAll } from "../db/engine/insert-all.js";
import { migrate } from "../db/schema/migrate.js";
import { write } from "../db/engine/write.js";
import { RematchScope, rematch } from "../graph/matching/rematch.js";
import { buildMatchingRows, type MatchingRows, shapes } from "./matching/shapes.js";
import { formatRow, formatRule, median } from "./shared/table.js";

const COUNT = Number(process.env["BENCH_ROWS"] ?? 5_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 20);
const URL = process.env["BENCH_DATABASE_URL"];

interface Cost {
  ms: number;
  cpuMs: number;
  changed: number;
}

const runChange = async (
  db: Db,
  organizationId: string,
  change: (trx: Db, scope: RematchScope) => Promise<void>,
): Promise<Cost> => {
  const scope = new RematchScope();
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await write(db, organizationId, async (trx) => {
    await change(trx, scope);
    await rematch(trx, organizationId, scope, Date.now());
  });
  const { user, system } = process.cpuUsage(cpu);
  return {
    ms: performance.now() - start,
    cpuMs: (user + system) / 1000,
    changed: scope.changedMatchRecordingIds.size,
  };
};

const formatCosts = (name: string, change: string, costs: readonly Cost[]): string => {
  const ms = costs.map((cost) => cost.ms);
  return formatRow([
    name,
    change,
    Math.max(...costs.map(({ changed }) => changed)),
    median(ms).toFixed(1),
    Math.max(...ms).toFixed(1),
    median(costs.map(({ cpuMs }) => cpuMs)).toFixed(1),
  ]);
};

const measureShape = async (db: Db, name: string, rows: MatchingRows): Promise<string[]> => {
  const { organizationId } = rows;
  for (const table of ["organizations", "users", "recordings", "appointments", "matches"] as const)
    await db.transaction((trx) => insertAll(trx, table, rows.tables[table]));
  if (URL === undefined) await db.raw("ANALYZE");
  else await db.raw("VACUUM ANALYZE");
  const lines: string[] = [];
  const add = (line: string): void => {
    console.error(line);
    lines.push(line);
  };
  const pairedAnew: Cost[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const cost = await runChange(db, organizationId, async (trx, scope) => {
      await trx("matches").where("organization_id", organizationId).delete();
      for (const { id } of rows.tables.recordings) scope.addRecordingId(id);
      for (const { id } of rows.tables.appointments) scope.addAppointmentId(id);
    });
    if (round >= 0) pairedAnew.push(cost);
  }
  add(formatCosts(name, "all rows anew", pairedAnew));
  for (const { kind, table, row } of rows.changes) {
    const costs = { insert: [] as Cost[], delete: [] as Cost[] };
    const id = (row as { id: string }).id;
    for (let round = -1; round < ROUNDS; round += 1) {
      const inserted = await runChange(db, organizationId, async (trx, scope) => {
        await trx(table).insert(row);
        if (table === "recordings") scope.addRecordingId(id);
        else scope.addAppointmentId(id);
      });
      const deleted = await runChange(db, organizationId, async (trx, scope) => {
        const match = await trx("matches")
          .where({ organization_id: organizationId })
          .where(table === "recordings" ? { recording_id: id } : { appointment_id: id })
          .first();
        if (match && table === "recordings") scope.addAppointmentId(match.appointment_id as string);
        if (match && table === "appointments") scope.addRecordingId(match.recording_id as string);
        await trx(table).where({ organization_id: organizationId, id }).delete();
      });
      if (round < 0) continue;
      costs.insert.push(inserted);
      costs.delete.push(deleted);
    }
    for (const [verb, list] of Object.entries(costs))
      add(formatCosts(name, `${verb} ${kind}`, list));
  }
  return lines;
};

const directory = mkdtempSync(join(tmpdir(), "debrief-matching-"));
const db = connect(URL ?? `sqlite:${join(directory, "matching.db")}`);
await migrate(db);
const lines: string[] = [];
for (const [name, shape] of Object.entries(shapes))
  lines.push(...(await measureShape(db, name, buildMatchingRows(shape(COUNT)))));
await db.destroy();
rmSync(directory, { recursive: true });
const heads = ["shape", "change", "changed matches", "p50 ms", "max ms", "CPU p50 ms"];
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}; ${URL === undefined ? "SQLite" : "PostgreSQL"}; ${COUNT} open calls and ${COUNT} appointments of one rep; ${ROUNDS} changes of each kind.

${[formatRow(heads), formatRule(heads), ...lines].join("\n")}`);
