import { setImmediate } from "node:timers/promises";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { CALL_WAV, UPLOAD_PATH } from "../../helpers/recordings/media.js";
import { beginRawRequest } from "../../helpers/rest/raw-request.js";
import { createInstallation } from "../../helpers/server/program.js";
import { buildTenant } from "../../helpers/tenant.js";

const BOUNDARY = "x".repeat(30);
const HOURS_AGO = Date.now() / 1000 - 2 * 60 * 60;

/** Holds for three files: a recording's file, a complete one without a row, and a partial one. */
const hasLeftovers = (names: string[]): boolean =>
  names.length === 3 && names.filter((name) => name.endsWith(".part")).length === 1;

test("a starting server sweeps a killed server's old upload files and no others", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const created = await program.run(["org", "create", "Acme", "--json"]);
  const { organization, ...keys } = JSON.parse(created.stdout);
  const directory = join(program.dataDir, "media", organization.id);
  const files = (): string[] => {
    try {
      return readdirSync(directory).toSorted();
    } catch {
      return [];
    }
  };
  const server = await program.serve();
  const request = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(server.url + path, init);
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
  };
  const org = buildTenant(request, { ...keys, id: organization.id });
  await org.createUser();
  const query = new URLSearchParams({
    call_id: "stored",
    user_email: "rep@example.com",
    started_at: "2026-03-02T10:00:00Z",
  }).toString();
  const headers = { "x-api-key": org.apiKey };
  const sent = await request(`${UPLOAD_PATH}?${query}`, {
    method: "POST",
    headers: { ...headers, "content-type": "audio/wav" },
    body: CALL_WAV,
  });
  t.is(sent.status, 200);
  const stored = files();

  // The file is complete, but not the form: it has its name and no row.
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const form = beginRawRequest({ url: server.url } as never, {
    method: "POST",
    path: UPLOAD_PATH,
    headers: { ...headers, "content-type": type },
  });
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`;
  form.request.write(
    Buffer.concat([Buffer.from(head), CALL_WAV, Buffer.from(`\r\n--${BOUNDARY}\r\n`)]),
  );
  // A second upload has sent only a part of its file.
  const raw = beginRawRequest({ url: server.url } as never, {
    method: "POST",
    path: `${UPLOAD_PATH}?${query}`,
    headers: { ...headers, "content-type": "audio/wav" },
  });
  raw.request.write(Buffer.concat([CALL_WAV, CALL_WAV]));
  while (!hasLeftovers(files())) await setImmediate();
  const ended = [form, raw].map(async ({ answer }) => t.throwsAsync(answer));
  server.child.kill("SIGKILL");
  await Promise.all([...ended, server.ended]);

  const restarted = await program.serve();
  await restarted.stop();
  t.true(hasLeftovers(files()));
  for (const file of files()) utimesSync(join(directory, file), HOURS_AGO, HOURS_AGO);
  const later = await program.serve();
  t.teardown(later.stop);
  while (files().length > 1) await setImmediate();
  t.deepEqual(files(), stored);
  const { status } = await fetch(`${later.url}/v1/recordings/${sent.body.recording.id}/media`, {
    headers,
  });
  t.is(status, 200);
});
