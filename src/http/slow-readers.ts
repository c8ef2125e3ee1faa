import type { Socket } from "node:net";

const GRACE_MS = 10_000;
/** 512 kbit/s. */
const LEAST_BYTES_A_MS = 64;

/**
 * Ends a connection that does not take its answer: what the system has no room for is kept in memory, for
 * as long as whoever asked pleases, and by the system after an orderly end too. Nearly every answer is gone by now, and waits for nothing.
 */
export const endUnread = (socket: Socket | null): void => {
  if (!socket || socket.writableLength === 0) return;
  const all = socket.bytesWritten;
  // There is no "drain" of what is less than the socket's mark, and the connection may have its next answer.
  const look = (): void => {
    socket.off("close", forget);
    if (socket.bytesWritten - socket.writableLength < all) socket.resetAndDestroy();
  };
  const late = setTimeout(look, GRACE_MS + socket.writableLength / LEAST_BYTES_A_MS).unref();
  const forget = (): void => clearTimeout(late);
  socket.once("close", forget);
};
