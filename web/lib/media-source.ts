import { consoleBase } from "./location.js";

/** Returns the address of a recording's audio or video. WAV is what every browser plays; phone system formats aren't. */
export const mediaSource = (recordingId: string, isConverted: boolean): string =>
  new URL(`v1/recordings/${recordingId}/media`, consoleBase).pathname +
  (isConverted ? "?format=wav" : "");
