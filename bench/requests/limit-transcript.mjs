// The limit for a transcript, as ../reference/limit.mjs has it for the rest: node:http, prepared statements,
// SHA-256 key lookup, JSON.stringify. Rows by the recording, not one JSON text: text that is passed on
// unread could be neither counted nor searched, nor could a speaker's name be the one of today.
import http from "node:http";
import { open, sha256 } from "../reference/common.mjs";

const db = open();
const key = db.prepare("SELECT organization_id FROM api_keys WHERE hash = ?").pluck();
const one = db.prepare("SELECT 1 FROM recordings WHERE id = ? AND organization_id = ?");
const utterances = db.prepare(
  "SELECT speaker, text, start, end FROM utterances WHERE organization_id = ? AND recording_id = ? ORDER BY position",
);
const send = (res, status, body) => {
  res.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  });
  res.end(body);
};

const server = http.createServer((req, res) => {
  const org = key.get(sha256(req.headers["x-api-key"] ?? ""));
  if (!org) return send(res, 401, '{"message":"Invalid Api Key"}');
  const [, , , recordingId, rest] = req.url.split("/");
  if (req.method !== "GET" || rest !== "transcript" || !one.get(recordingId, org))
    return send(res, 404, '{"message":"Recording not found"}');
  return send(
    res,
    200,
    JSON.stringify({ recordingId, transcript: utterances.all(org, recordingId) }),
  );
});
server.listen(Number(process.env.PORT), "127.0.0.1");
