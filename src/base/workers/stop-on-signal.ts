import type { Log } from "../log/log.js";

// npm forwards Ctrl-C to a process that already received it from the terminal.
const SAME_SIGNAL_MS = 500;
// Requests and delivery attempts have 15 s; closing the database takes a moment more.
const MAX_STOP_MS = 17_000;

/** Calls `stop` on SIGTERM or SIGINT, then exits with 0. A second signal exits at once. */
export const stopOnSignal = (log: Log, stop: () => Promise<void>): void => {
  let first: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (first !== undefined) {
      if (performance.now() - first >= SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    first = performance.now();
    log.info({ signal }, "stopping");
    // An unreachable database must not keep the process alive.
    setTimeout(() => {
      log.error("stopping took too long");
      process.exit(1);
    }, MAX_STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "stopping failed");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
};
