import { clearInterval, setInterval } from "node:timers";
import { Transform } from "node:stream";

/** The minimum bytes of a stream in each time window, except the last. */
export interface RequiredRate {
  windowBytes: number;
  windowMs: number;
}

/** 16 KB/s: the audio of an hour's call, at 64 kbit/s, takes 30 minutes at most. */
export const AUDIO_DOWNLOAD_RATE: RequiredRate = { windowBytes: 1_000_000, windowMs: 60_000 };

/** Passes bytes through, and fails with `createError` if they arrive too slowly. */
export const requireRate = (
  { windowBytes, windowMs }: RequiredRate,
  createError: () => Error,
): Transform => {
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      done(null, chunk);
    },
    destroy: (error, done) => {
      clearInterval(timer);
      done(error);
    },
  });
  const timer = setInterval(() => {
    if (bytes < windowBytes) stream.destroy(createError());
    bytes = 0;
  }, windowMs);
  timer.unref();
  return stream;
};
