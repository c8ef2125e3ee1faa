// A transcript in the style of ../reference/koa-knex.mjs, which has no such route.
import Koa from "koa";
import { Router } from "@koa/router";
import { bodyParser } from "@koa/bodyparser";
import knexFactory from "knex";
import { FILE, pragmas, sha256 } from "../reference/common.mjs";

const knex = knexFactory({
  client: "better-sqlite3",
  connection: { filename: FILE },
  useNullAsDefault: true,
  pool: { min: 1, max: 1, afterCreate: (c, done) => done(null, pragmas(c)) },
});
const app = new Koa();
const router = new Router();
app.use(async (ctx, next) => {
  const row = await knex("api_keys")
    .where({ hash: sha256(ctx.get("x-api-key")) })
    .first("organization_id");
  if (!row) {
    ctx.status = 401;
    ctx.body = { message: "Invalid Api Key" };
    return;
  }
  ctx.state.org = row.organization_id;
  await next();
});
app.use(bodyParser());
router.get("/v1/recordings/:id/transcript", async (ctx) => {
  const of = { "t.organization_id": ctx.state.org, "t.recording_id": ctx.params.id };
  const row = await knex("transcripts as t")
    .join("users as u", "u.id", "t.user_id")
    .where(of)
    .first("t.recording_id", "u.name");
  if (!row) {
    ctx.status = 404;
    ctx.body = { message: "Recording not found" };
    return;
  }
  const rows = await knex("utterances as t")
    .select("speaker", "role", "text", "start", "end")
    .where(of)
    .orderBy("position");
  const transcript = rows.map(({ role, ...utterance }) => ({
    ...utterance,
    speaker: role === "rep" ? row.name : utterance.speaker,
  }));
  ctx.body = { recordingId: row.recording_id, transcript };
});
app.use(router.routes());
app.listen(Number(process.env.PORT), "127.0.0.1");
