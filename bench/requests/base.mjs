// Makes the yardstick's database from debrief's: the same organizations, keys, recordings and transcripts,
// in the tables that ../reference/ reads. Arguments: debrief's file, the new file, the public URL.
import { renameSync, rmSync } from "node:fs";
import Database from "better-sqlite3";
import { APPOINTMENTS } from "../reference/common.mjs";

const [from, to, publicUrl] = process.argv.slice(2);
const unfinished = `${to}.unfinished`;
for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
const db = new Database(unfinished);
db.pragma("journal_mode = OFF");
db.pragma("synchronous = OFF");
db.function("iso", (position) => new Date(position / 1000).toISOString());
db.prepare("ATTACH ? AS debrief").run(from);
db.exec(`
  CREATE TABLE api_keys (hash TEXT PRIMARY KEY, organization_id TEXT NOT NULL);
  CREATE TABLE recordings (id TEXT PRIMARY KEY, organization_id TEXT NOT NULL, name TEXT NOT NULL,
    status TEXT NOT NULL, created_at TEXT NOT NULL, duration INTEGER NOT NULL, summary TEXT,
    recording TEXT NOT NULL);
  ${APPOINTMENTS};
  CREATE TABLE utterances (organization_id TEXT NOT NULL, recording_id TEXT NOT NULL,
    position INTEGER NOT NULL, speaker TEXT NOT NULL, text TEXT NOT NULL, start INTEGER NOT NULL,
    end INTEGER NOT NULL, PRIMARY KEY (organization_id, recording_id, position)) WITHOUT ROWID;
  INSERT INTO api_keys SELECT k.hash, k.organization_id FROM debrief.api_keys k
    JOIN debrief.organizations o ON o.id = k.organization_id ORDER BY o.rowid;
`);
db.prepare(
  `INSERT INTO recordings SELECT id, organization_id, name, status, iso(position), duration, summary,
    ? || '/recordings/' || id FROM debrief.recordings ORDER BY id`,
).run(publicUrl);
// Speakers as debrief shows them: the rep by the user's name.
db.exec(`
  INSERT INTO utterances SELECT u.organization_id, u.recording_id, u.position,
    CASE u.role WHEN 'rep' THEN p.name ELSE u.speaker END, u.text, u.start_ms, u.end_ms
    FROM debrief.utterances u
    JOIN debrief.recordings r ON r.organization_id = u.organization_id AND r.id = u.recording_id
    JOIN debrief.users p ON p.organization_id = r.organization_id AND p.id = r.user_id;
  CREATE INDEX recordings_list ON recordings (organization_id, status, created_at);
  DETACH debrief;
  ANALYZE;
`);
db.close();
renameSync(unfinished, to);
