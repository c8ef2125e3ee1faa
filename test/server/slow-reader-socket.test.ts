import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { mock } from "node:test";
import test from "ava";
import { closeSlowReader } from "../../src/http/slow-readers.js";

const LONG_MS = 60_000;

/** A connection that has so many bytes for its peer, of which some are not taken. */
const connection = (bytesWritten: number, writableLength: number) => {
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

test.serial(
  "a connection that takes its answer late is kept, whatever it is sent after it",
  (t) => {
    const { socket, resets } = connection(1000, 200);
    // No drain: so little is below the mark of a socket. The next answer is under way.
    Object.assign(socket, { bytesWritten: 1500, writableLength: 500 });
    mock.timers.tick(LONG_MS);
    t.is(resets(), 0);
    t.is(socket.listenerCount("close"), 0);
  },
);

test.serial("a connection that takes a part of its answer only is ended, once", (t) => {
  const { socket, resets } = connection(1000, 200);
  Object.assign(socket, { bytesWritten: 1500, writableLength: 501 });
  mock.timers.tick(LONG_MS);
  t.is(resets(), 1);
});

test.serial("a connection that has been closed is left alone", (t) => {
  const { socket, resets } = connection(1000, 200);
  socket.emit("close");
  mock.timers.tick(LONG_MS);
  t.is(resets(), 0);
});
