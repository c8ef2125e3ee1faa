import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import test from "ava";
import { refuseRequest } from "../../src/api/http/refuse-request.js";

test("invalid bytes after a request are refused once, after its response ends", (t) => {
  const socket = new PassThrough();
  const last = Object.assign(new EventEmitter(), {
    headersSent: false,
    writableFinished: false,
    req: { complete: true },
  });
  const refuse = (): void =>
    refuseRequest("id", new Error("no HTTP"), socket, last as unknown as ServerResponse);
  for (let piece = 0; piece < 20; piece += 1) refuse();
  t.is(last.listenerCount("finish"), 1);
  t.is(socket.read(), null);
  last.writableFinished = true;
  last.emit("finish");
  refuse();
  t.is(String(socket.read()).match(/^HTTP\/1\.1 400 /gm)?.length, 1);
});
