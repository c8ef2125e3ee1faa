import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { beginRawRequest } from "../../helpers/rest/raw-request.js";
import {
  CALL_FIELDS,
  CALL_WAV,
  listFiles,
  UPLOAD_PATH,
  uploadForm,
} from "../../helpers/recordings/media.js";
import { test } from "../../helpers/own-suite.js";

const HALF_MINUTE_MS = 30_000;
const MIN_BYTES = 16 * 1024 * 30;
/** More than the minimum of half a minute, even without the bytes that come with the headers. */
const FIRST = Buffer.concat([CALL_WAV, Buffer.alloc(MIN_BYTES + 100_000)]);
const SECOND = Buffer.alloc(MIN_BYTES);
const LAST = Buffer.alloc(1);
const PATH = `${UPLOAD_PATH}?${new URLSearchParams(CALL_FIELDS).toString()}`;

test.serial("a body has half a minute, and an upload longer while bytes keep coming", async (t) => {
  const { server, org } = t.context;
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  t.teardown(() => mock.timers.reset());
  const begin = (path: string, type: string, part: string | Buffer) => {
    const length = FIRST.length + SECOND.length + LAST.length;
    const headers = { "x-api-key": org.apiKey, "content-type": type, "content-length": length };
    const begun = beginRawRequest(server, { method: "POST", path, headers });
    begun.request.write(part);
    return begun;
  };
  const waitForFiles = async (...lengths: number[]): Promise<void> => {
    const haveArrived = async (): Promise<boolean> => {
      const files = await listFiles(server, org);
      const sizes = lengths.map(async (length) => {
        const found = files.map((file) => server.services.media.hasFile(org.id, file, length));
        return (await Promise.all(found)).includes(true);
      });
      return files.length === 2 && !(await Promise.all(sizes)).includes(false);
    };
    while (!(await haveArrived())) await setImmediate();
  };
  const slow = begin("/v1/dialer", "application/json", "{");
  const stalling = begin(PATH, "audio/wav", FIRST);
  const steady = begin(PATH, "audio/wav", FIRST);
  await waitForFiles(FIRST.length);
  steady.request.write(SECOND);
  await waitForFiles(FIRST.length, FIRST.length + SECOND.length);
  mock.timers.tick(HALF_MINUTE_MS);
  const { status, text } = await slow.answer;
  t.is(status, 408);
  t.deepEqual(JSON.parse(text), {
    message: "The request did not arrive in time",
    code: "REQUEST_TIMEOUT",
  });
  t.is((await listFiles(server, org)).length, 2);
  // Neither upload has sent anything since.
  steady.request.end(LAST);
  t.is((await steady.answer).status, 200);
  mock.timers.tick(HALF_MINUTE_MS);
  t.is((await stalling.answer).status, 408);
  while ((await listFiles(server, org)).length > 1) await setImmediate();
});

test.serial("a full disk refuses an upload with an error that allows a retry", async (t) => {
  const { server, org } = t.context;
  const { media } = server.services;
  const { write } = media;
  t.teardown(() => (media.write = write));
  media.write = async (organizationId, source, limit) =>
    write(organizationId, source, limit).then(() => {
      throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    });
  const { status, body } = await uploadForm(server, org);
  t.is(status, 503);
  t.deepEqual(body, { message: "Service unavailable, try again", code: "UNAVAILABLE" });
  t.is(
    server.log.filter(({ err }) => (err as { code: string } | undefined)?.code === "ENOSPC").length,
    1,
  );
});
