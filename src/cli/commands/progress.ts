const MIN_INTERVAL_MS = 200;

/** Shows the number of finished rows on stderr if that is a terminal. `end` clears the line. */
export const createProgress = (stream: NodeJS.WriteStream = process.stderr) => {
  let shownAt = 0;
  return {
    show: (rows: number): void => {
      if (!stream.isTTY || performance.now() - shownAt < MIN_INTERVAL_MS) return;
      shownAt = performance.now();
      stream.write(`\r${rows} rows`);
    },
    end: (): void => {
      if (shownAt > 0) stream.write("\r\u001B[K");
    },
  };
};
