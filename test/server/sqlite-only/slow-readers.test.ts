import { once } from "node:events";
import { connect } from "node:net";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { test } from "../../helpers/own-suite.js";

/** Building the answer takes real time, beside the time that the test moves. */
const MAX_MS = 20_000;

test("the server resets a connection that doesn't read its response", async (t) => {
  const { server, org } = t.context;
  const transcript = Array.from({ length: 4_000 }, (_, n) => ({
    speaker: "Robin",
    role: "rep",
    text: "x".repeat(2_000),
    start: n,
    end: n,
  }));
  const id = await org.createProcessed({ transcript });
  mock.timers.enable({ apis: ["setTimeout"] });
  t.teardown(() => mock.timers.reset());
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const errors: unknown[] = [];
  socket.on("error", (error) => errors.push(error));
  await once(socket, "connect");
  socket.pause();
  const head = [
    `GET /v1/recordings/${id}/transcript HTTP/1.1`,
    "host: x",
    `x-api-key: ${org.apiKey}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  const deadline = performance.now() + MAX_MS;
  for (let loop = 0; performance.now() < deadline && !socket.destroyed; loop += 1) {
    mock.timers.tick(1_000);
    // Without reading, a client notices a reset only when it writes.
    if (loop % 20 === 19) socket.write("x");
    await setImmediate();
  }
  t.true(socket.destroyed);
  t.is(errors.length, 1);
});
