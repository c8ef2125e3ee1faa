// The limit for a transcript, in the style of ../reference/limit.mjs: node:http, prepared statements, SHA-256 key
// lookup, JSON.stringify. A transcript is one JSON text under /v1, and rows under /rows. The server parses the
// text because the rep's name may have changed.
import http from "node:http";
import { open, sha256 } from "../reference/common.mjs";

const db = open();
const key = db.prepare("SELECT organization_id FROM api_keys WHERE hash = ?").pluck();
const one =
  db.prepare(`SELECT t.utterances, u.name FROM transcripts t JOIN users u ON u.id = t.user_id
  WHERE t.organization_id = ? AND t.recording_id = ?`);
const rep = db
  .prepare(
    `SELECT u.name FROM transcripts t JOIN users u ON u.id = t.user_id
  WHERE t.organization_id = ? AND t.recording_id = ?`,
  )
  .pluck();
const rows = db.prepare(`SELECT speaker, role, text, start, end FROM utterances
  WHERE organization_id = ? AND recording_id = ? ORDER BY position`);
const send = (res, status, body) => {
  res.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  res.end(body);
};
const named = (utterances, name) =>
  utterances.map(({ speaker, role, text, start, end }) => ({
    speaker: role === "rep" ? name : speaker,
    text,
    start,
    end,
  }));
const forms = {
  v1: (...of) => {
    const row = one.get(...of);
    return row && named(JSON.parse(row.utterances), row.name);
  },
  rows: (...of) => {
    const name = rep.get(...of);
    return name && named(rows.all(...of), name);
  },
};

const server = http.createServer((req, res) => {
  const org = key.get(sha256(req.headers["x-api-key"] ?? ""));
  if (!org) return send(res, 401, '{"message":"Invalid Api Key"}');
  const [, form, , recordingId, rest] = req.url.split("/");
  const transcript = rest === "transcript" && forms[form]?.(org, recordingId);
  return transcript
    ? send(res, 200, JSON.stringify({ recordingId, transcript }))
    : send(res, 404, '{"message":"Recording not found"}');
});
server.listen(Number(process.env.PORT), "127.0.0.1");
