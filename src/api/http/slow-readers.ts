import type { Socket } from "node:net";

const GRACE_MS = 10_000;
/** 512 kbit/s. */
const MIN_BYTES_PER_MS = 64;

/** Connections with a timer, however many responses wait in them. */
const watched = new WeakSet<Socket>();

/**
 * Closes a connection whose client doesn't read its response. Otherwise, a client could keep unsent bytes in memory
 * forever. Nearly every response has been sent by now and starts no timer.
 */
export const closeSlowReader = (socket: Socket | null): void => {
  if (!socket || socket.writableLength === 0 || watched.has(socket)) return;
  watched.add(socket);
  const all = socket.bytesWritten;
  // Below the socket's high-water mark no "drain" event follows, and the next response may already be running.
  const look = (): void => {
    watched.delete(socket);
    socket.off("close", forget);
    if (socket.bytesWritten - socket.writableLength < all) socket.resetAndDestroy();
    else closeSlowReader(socket);
  };
  const late = setTimeout(look, GRACE_MS + socket.writableLength / MIN_BYTES_PER_MS).unref();
  const forget = (): void => clearTimeout(late);
  socket.once("close", forget);
};
