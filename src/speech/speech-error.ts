/** The file has no transcript, and a retry would fail in the same way. Users see the message. */
export class SpeechError extends Error {}

/** Returns the error for a file that no decoder here can read. */
export const unsupportedAudio = (what: string): SpeechError =>
  new SpeechError(`The recording's audio can't be read: ${what}`);
