const EVERY_MS = 200;

/** Shows on a terminal how many rows are done, on stderr; elsewhere nothing. `end` clears the line. */
export const progress = (stream: NodeJS.WriteStream = process.stderr) => {
  let shown = 0;
  return {
    show: (rows: number): void => {
      if (!stream.isTTY || performance.now() - shown < EVERY_MS) return;
      shown = performance.now();
      stream.write(`\r${rows} rows`);
    },
    end: (): void => {
      if (shown > 0) stream.write("\r\u001B[K");
    },
  };
};
