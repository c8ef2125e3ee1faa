import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { mock } from "node:test";
import test from "ava";
import { closeSlowReader } from "../../src/api/http/slow-readers.js";

const TIMEOUT_MS = 60_000;
/** Longer than the time of a connection with few unsent bytes, and shorter than twice that. */
const GRACE_MS = 15_000;

/**
 * Watches a socket that has written `bytesWritten` bytes, of which `writableLength` are still
 * buffered.
 */
const watchSocket = (bytesWritten: number, writableLength: number) => {
  let resets = 0;
  const resetAndDestroy = (): void => void (resets += 1);
  const socket = Object.assign(new EventEmitter(), {
    bytesWritten,
    writableLength,
    resetAndDestroy,
  });
  closeSlowReader(socket as unknown as Socket);
  return { socket, resets: () => resets };
};

test.before(() => mock.timers.enable({ apis: ["setTimeout"] }));
test.after.always(() => mock.timers.reset());

test.serial("a connection that drained its response late stays open", (t) => {
  const { socket, resets } = watchSocket(1000, 200);
  // There is no drain event, since so few bytes stay below the high-water mark. The next response
  // is being sent.
  Object.assign(socket, { bytesWritten: 1500, writableLength: 500 });
  mock.timers.tick(GRACE_MS);
  t.is(resets(), 0);
  Object.assign(socket, { writableLength: 0 });
  mock.timers.tick(TIMEOUT_MS);
  t.is(resets(), 0);
  t.is(socket.listenerCount("close"), 0);
});

test.serial("a connection that drains only part of its response is reset once", (t) => {
  const { socket, resets } = watchSocket(1000, 200);
  Object.assign(socket, { bytesWritten: 1500, writableLength: 501 });
  mock.timers.tick(TIMEOUT_MS);
  t.is(resets(), 1);
});

test.serial("many unread answers of a connection are watched by one listener", (t) => {
  const { socket, resets } = watchSocket(1000, 200);
  for (let answer = 0; answer < 50; answer += 1) closeSlowReader(socket as unknown as Socket);
  t.is(socket.listenerCount("close"), 1);
  mock.timers.tick(TIMEOUT_MS);
  t.is(resets(), 1);
});

test.serial("a closed connection is left alone", (t) => {
  const { socket, resets } = watchSocket(1000, 200);
  socket.emit("close");
  mock.timers.tick(TIMEOUT_MS);
  t.is(resets(), 0);
});
