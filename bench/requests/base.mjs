// Converts debrief's database for the reference servers: the same organizations, keys, recordings and
// transcripts in the tables that ../reference/ reads. Arguments: debrief's file, the new file, the public URL.
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
  CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE transcripts (organization_id TEXT NOT NULL, recording_id TEXT NOT NULL,
    user_id TEXT NOT NULL, utterances TEXT NOT NULL, PRIMARY KEY (organization_id, recording_id));
  CREATE TABLE utterances (organization_id TEXT NOT NULL, recording_id TEXT NOT NULL,
    position INTEGER NOT NULL, speaker TEXT NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL,
    start INTEGER NOT NULL, end INTEGER NOT NULL,
    PRIMARY KEY (organization_id, recording_id, position)) WITHOUT ROWID;
  INSERT INTO api_keys SELECT k.hash, k.organization_id FROM debrief.api_keys k
    JOIN debrief.organizations o ON o.id = k.organization_id ORDER BY o.rowid;
`);
db.prepare(
  `INSERT INTO recordings SELECT id, organization_id, name, status, iso(position), duration, summary,
    ? || '/recordings/' || id FROM debrief.recordings ORDER BY id`,
).run(publicUrl);
const at = (field) => `t.utterances ->> ('$.${field}[' || text.key || ']')`;
// Each transcript in both forms: JSON and rows.
db.exec(`
  INSERT INTO users SELECT id, name FROM debrief.users;
  INSERT INTO utterances SELECT t.organization_id, t.recording_id, text.key,
      ${at("speaker")}, ${at("role")}, text.value, ${at("start")}, ${at("end")}
    FROM debrief.transcripts t, json_each(t.utterances, '$.text') text;
  INSERT INTO transcripts SELECT u.organization_id, u.recording_id, r.user_id, json_group_array(
      json_object('speaker', u.speaker, 'role', u.role, 'text', u.text, 'start', u.start, 'end', u.end)
      ORDER BY u.position)
    FROM main.utterances u
    JOIN debrief.recordings r ON r.organization_id = u.organization_id AND r.id = u.recording_id
    GROUP BY u.organization_id, u.recording_id;
  CREATE INDEX recordings_list ON recordings (organization_id, status, created_at);
  DETACH debrief;
  ANALYZE;
`);
db.close();
renameSync(unfinished, to);
