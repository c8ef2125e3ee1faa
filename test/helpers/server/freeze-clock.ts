import type { TestServer } from "../server.js";

/** Stops the clock at `time` during `action`. The test needs the server for itself. */
export const freezeClock = async (
  server: TestServer,
  time: string,
  action: () => Promise<void>,
): Promise<void> => {
  const before = { ...server.clock };
  Object.assign(server.clock, { time: Date.parse(time), step: 0 });
  try {
    await action();
  } finally {
    Object.assign(server.clock, before);
  }
};
