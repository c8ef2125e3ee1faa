import type { Log } from "./log.js";

// npm passes Ctrl-C on to a process that has had it from the terminal already.
const SAME_SIGNAL_MS = 500;
// Requests and attempts have 15 s, and the database a moment to be closed.
const MOST_MS = 17_000;

/** SIGTERM and SIGINT: `stop`, then exit 0. A second signal exits at once. */
export const stopOnSignal = (log: Log, stop: () => Promise<void>): void => {
  let first: number | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (first !== undefined) {
      if (performance.now() - first >= SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    first = performance.now();
    log.info({ signal }, "stopping");
    // A database that does not answer must not keep the process.
    setTimeout(() => {
      log.error("not everything has ended in time");
      process.exit(1);
    }, MOST_MS).unref();
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
