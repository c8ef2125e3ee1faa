import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CALL_WAV, listFiles, loadMediaRows } from "../helpers/recordings/media.js";
import { test } from "../helpers/paused-suite.js";
import { MAX_UPLOAD_BYTES, type SharedServer, type Tenant } from "../helpers/server.js";
import type { UploadRef } from "../../src/intake/uploads/upload-states.js";
import {
  beginUpload,
  createUpload,
  readOffset,
  sendPart,
  sendTus,
  type TusClient,
  UPLOADS_PATH,
} from "../helpers/recordings/resumable-uploads.js";

const HALF = 10_000;

const clientOf = ({ server, org }: { server: SharedServer; org: Tenant }): TusClient => ({
  fetch: server.fetch,
  apiKey: org.apiKey,
});

const listUploadFiles = ({ server, org }: { server: SharedServer; org: Tenant }) => {
  const directory = server.services.resumable.files.states.directoryOf(org.id);
  return { directory, names: readdirSync(directory) };
};

test("an upload in parts becomes one recording with the fields of its metadata", async (t) => {
  const client = clientOf(t.context);
  const { server, org } = t.context;
  const customer = { id: "c-1", name: "Änn" };
  const path = await beginUpload(client, CALL_WAV.length, { customer, filename: "call.wav" });
  t.is(await readOffset(client, path), 0);
  const first = await sendPart(client, path, 0, CALL_WAV.subarray(0, HALF));
  t.is(first.status, 204, first.text);
  t.is(first.headers.get("upload-offset"), String(HALF));
  t.truthy(first.headers.get("upload-expires"));
  t.is(await readOffset(client, path), HALF);
  t.deepEqual(await listFiles(server, org), []);
  const last = await sendPart(client, path, HALF, CALL_WAV.subarray(HALF));
  t.is(last.status, 200, last.text);
  t.like(last.body.recording, { name: "Call with Änn", status: "received" });
  t.is(await readOffset(client, path), CALL_WAV.length);
  const rows = await loadMediaRows(server, org);
  t.deepEqual(
    rows.map(({ recording_id, bytes }) => [recording_id, Number(bytes)]),
    [[last.body.recording.id, CALL_WAV.length]],
  );
  t.deepEqual(
    await listFiles(server, org),
    rows.map(({ file }) => file),
  );
  const repeated = await sendPart(client, path, CALL_WAV.length, new Uint8Array());
  t.deepEqual(repeated.body, last.body);
  const media = await org.get(`/v1/recordings/${last.body.recording.id}/media`);
  t.is(media.headers.get("content-length"), String(CALL_WAV.length));
});

const resolveUpload = ({ org }: { org: Tenant }, path: string): UploadRef => ({
  organizationId: org.id,
  id: path.split("/").at(-1)!,
});

test("a crash between the recording and the answer leaves one recording with its file", async (t) => {
  const client = clientOf(t.context);
  const { server, org } = t.context;
  const path = await beginUpload(client, CALL_WAV.length);
  const upload = resolveUpload(t.context, path);
  const { states } = server.services.resumable.files;
  const unfinished = (await states.find(upload))!;
  const { body } = await sendPart(client, path, 0, CALL_WAV);
  const forgetRecording = async (): Promise<void> => {
    t.is((await states.find(upload))!.recordingId, body.recording.id);
    await states.remove(upload);
    await states.write(upload, unfinished);
  };
  const files = await listFiles(server, org);
  t.is(files.length, 1);
  await forgetRecording();
  t.is(await readOffset(client, path), CALL_WAV.length);
  t.deepEqual(await listFiles(server, org), files);
  const { id } = body.recording;
  await org.graphql(
    `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "S" }) { id } }`,
    { id },
  );
  await forgetRecording();
  const again = await sendPart(client, path, CALL_WAV.length, new Uint8Array());
  t.like(again.body.recording, { id, status: "processed" });
  t.deepEqual(await listFiles(server, org), files);
  t.is((await loadMediaRows(server, org)).length, 1);
});

test("a finished upload keeps nothing of the call, and is gone with its recording", async (t) => {
  const client = clientOf(t.context);
  const { server, org } = t.context;
  const path = await beginUpload(client, CALL_WAV.length, { customer: { id: "c", name: "Zoë" } });
  const { body } = await sendPart(client, path, 0, CALL_WAV);
  const { directory, names } = listUploadFiles(t.context);
  t.deepEqual(
    names.map((name) => name.replace(/^.*\./, ".")),
    [".done"],
  );
  t.notRegex(readFileSync(join(directory, names[0]!), "utf8"), /Zo|rep@|call/);
  await org.graphql(`mutation ($id: ID!) { deleteRecording(id: $id) }`, { id: body.recording.id });
  t.is((await sendPart(client, path, CALL_WAV.length, new Uint8Array())).status, 404);
  t.is((await server.fetch(path, { method: "HEAD" })).status, 401);
});

test("requests of another version of the protocol get 412", async (t) => {
  const client = clientOf(t.context);
  const { status, headers, body } = await sendTus(client, "POST", UPLOADS_PATH, {
    "tus-resumable": "0.2.2",
  });
  t.is(status, 412);
  t.is(headers.get("tus-version"), "1.0.0");
  t.is(body.field, "tus-resumable");
});

test("invalid fields fail before the file is sent", async (t) => {
  const client = clientOf(t.context);
  const { status, body } = await createUpload(client, 10, { started_at: "soon" });
  t.is(status, 400);
  t.like(body, { code: "INVALID_FIELD", field: "started_at" });
  const future = await createUpload(client, 10, { created_at: "9999-01-01T00:00:00Z" });
  t.like(future.body, { code: "INVALID_FIELD", field: "created_at" });
  const long = await createUpload(client, 10, { name: "n".repeat(2_000) });
  t.like(long.body, { code: "INVALID_FIELD", field: "name" });
  const withNull = await createUpload(client, 10, { call_id: "a\0" });
  t.like(withNull.body, { code: "INVALID_FIELD", field: "call_id" });
  const missing = await sendTus(client, "POST", UPLOADS_PATH, { "upload-length": "10" });
  t.like(missing.body, { code: "MISSING_REQUIRED_FIELD", field: "call_id" });
});

test("an invalid header is named", async (t) => {
  const client = clientOf(t.context);
  const create = async (headers: Record<string, string>) =>
    (await sendTus(client, "POST", UPLOADS_PATH, headers)).body;
  const invalid = { code: "INVALID_FIELD" };
  t.like(await create({}), { ...invalid, field: "upload-length" });
  t.like(await create({ "upload-length": "-1" }), { ...invalid, field: "upload-length" });
  const size = { "upload-length": "10" };
  for (const metadata of ["call_id !", "call_id YQ==,call_id YQ=="])
    t.like(
      await create({ ...size, "upload-metadata": metadata }),
      { ...invalid, field: "upload-metadata" },
      metadata,
    );
  t.like(await create({ ...size, "upload-metadata": "call_id //8=" }), {
    ...invalid,
    field: "call_id",
    message: "call_id must be UTF-8",
  });
  const path = await beginUpload(client, CALL_WAV.length);
  const patch = async (headers: Record<string, string>) =>
    (await sendTus(client, "PATCH", path, headers, CALL_WAV)).body;
  for (const type of ["text/plain", "application/offset+octet-stream; a=b"])
    t.like(await patch({ "upload-offset": "0", "content-type": type }), {
      code: "UNSUPPORTED_MEDIA_TYPE",
      field: "content-type",
    });
  const part = { "content-type": "application/offset+octet-stream" };
  t.like(await patch({ "upload-offset": "x", ...part }), { ...invalid, field: "upload-offset" });
});

test("an upload of another organization is not found", async (t) => {
  const client = clientOf(t.context);
  const path = await beginUpload(client, CALL_WAV.length);
  const other = { ...client, apiKey: (await t.context.server.createTenant()).apiKey };
  for (const method of ["HEAD", "DELETE"])
    t.is((await sendTus(other, method, path)).status, 404, method);
  t.is((await sendPart(other, path, 0, CALL_WAV)).status, 404);
  t.is((await sendTus({ ...client, apiKey: "wrong" }, "HEAD", path)).status, 401);
  t.is(await readOffset(client, path), 0);
});

test("a part at another offset is a conflict and changes nothing", async (t) => {
  const client = clientOf(t.context);
  const path = await beginUpload(client, CALL_WAV.length);
  const { status, body } = await sendPart(client, path, 5, CALL_WAV.subarray(5));
  t.is(status, 409);
  t.is(body.code, "CONFLICT");
  t.is(await readOffset(client, path), 0);
});

test("a file above the limit, and a part beyond the declared length, get 413", async (t) => {
  const client = clientOf(t.context);
  const refused = await createUpload(client, MAX_UPLOAD_BYTES + 1);
  t.is(refused.status, 413);
  t.like(refused.body, {
    message: `file may have at most ${MAX_UPLOAD_BYTES} bytes`,
    field: "file",
  });
  const path = await beginUpload(client, 10);
  const tooLong = await sendPart(client, path, 0, CALL_WAV);
  t.is(tooLong.status, 413);
  t.like(tooLong.body, { message: "file has more bytes than upload-length", field: "file" });
});

test("a complete file in no known format gets 415, and the upload ends", async (t) => {
  const client = clientOf(t.context);
  const bytes = new Uint8Array(500);
  const path = await beginUpload(client, bytes.length);
  const { status, body } = await sendPart(client, path, 0, bytes);
  t.is(status, 415);
  t.like(body, { code: "UNSUPPORTED_MEDIA_TYPE", field: "file" });
  t.is((await sendTus(client, "HEAD", path)).status, 404);
  t.deepEqual(await listFiles(t.context.server, t.context.org), []);
});

test("a deleted upload is gone", async (t) => {
  const client = clientOf(t.context);
  const path = await beginUpload(client, CALL_WAV.length);
  t.is((await sendTus(client, "DELETE", path)).status, 204);
  t.is((await sendTus(client, "HEAD", path)).status, 404);
});

test("an upload that is a recording can't be deleted, not even while it becomes one", async (t) => {
  const client = clientOf(t.context);
  const { org } = t.context;
  const path = await beginUpload(client, CALL_WAV.length);
  const last = sendPart(client, path, 0, CALL_WAV);
  const answers: number[] = [];
  while (answers.at(-1) !== 204 && answers.length < 200) {
    const { status } = await sendTus(client, "DELETE", path);
    answers.push(status);
    if (status === 409) break;
  }
  const { status } = await last;
  const { recordings } = await org.graphql(
    "{ recordings(filter: { status: received }) { nodes { id } } }",
  );
  // Either the upload was deleted, and nothing became of it, or it is a recording.
  t.deepEqual([answers.at(-1), recordings.nodes.length], status === 200 ? [409, 1] : [204, 0]);
  const complete = await beginUpload(client, CALL_WAV.length, { call_id: "complete" });
  await sendPart(client, complete, 0, CALL_WAV);
  t.like((await sendTus(client, "DELETE", complete)).body, { code: "CONFLICT" });
  t.is((await sendTus(client, "HEAD", complete)).status, 200);
});

test("an unknown user is refused before the file is sent, unless the call brings it along", async (t) => {
  const client = clientOf(t.context);
  const user_email = "unknown@example.com";
  t.like(await createUpload(client, 10, { user_email }), {
    status: 400,
    body: { code: "USER_NOT_FOUND", field: "user_email" },
  });
  t.is((await createUpload(client, 10, { user_email: undefined, extension: "999" })).status, 201);
});

test("a method that an upload doesn't know gets 405 with those that it knows", async (t) => {
  const client = clientOf(t.context);
  const path = await beginUpload(client, CALL_WAV.length);
  for (const [method, url, allowed] of [
    ["GET", path, "DELETE, HEAD, OPTIONS, PATCH"],
    ["PUT", path, "DELETE, HEAD, OPTIONS, PATCH"],
    ["POST", path, "DELETE, HEAD, OPTIONS, PATCH"],
    ["GET", `${UPLOADS_PATH}/other`, "DELETE, HEAD, OPTIONS, PATCH"],
    ["GET", UPLOADS_PATH, "OPTIONS, POST"],
  ] as const) {
    const { status, headers } = await sendTus(client, method, url);
    t.deepEqual([status, headers.get("allow")], [405, allowed], `${method} ${url}`);
  }
});

test("an organization has 16 unfinished uploads and the bytes of four files", async (t) => {
  const client = clientOf(t.context);
  const paths = await Promise.all(Array.from({ length: 16 }, async () => beginUpload(client, 10)));
  t.is((await createUpload(client, 10)).status, 429);
  for (const path of paths) await sendTus(client, "DELETE", path);
  for (let n = 0; n < 4; n += 1) await beginUpload(client, 2_000_000);
  t.is((await createUpload(client, 10)).status, 429);
});
