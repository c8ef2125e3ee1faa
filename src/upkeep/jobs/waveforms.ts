import { ShareExceededError } from "../../../db/engine/fair-shares.js";
import type { Services } from "../../../graph/context/context.js";
import type { StoredFile } from "../../../graph/core/ports.js";
import { storePeaks } from "../../../graph/recordings/waveforms.js";
import type { Log } from "../../base/log/log.js";
import type { MediaStore } from "../../media/media-store.js";

/** Makes waveforms on request. */
export interface WaveformJob {
  /** Makes a file's waveform soon, unless that has failed since the start, or too many wait. Returns at once. */
  request: (organizationId: string, file: StoredFile) => void;
  /** Ends what runs, and starts nothing more. */
  stop: () => Promise<void>;
}

interface WaveformOptions {
  services: Pick<Services, "db">;
  media: Pick<MediaStore, "readPeaks">;
  log: Log;
}

/** Starts the job. A file that can't be decoded gets an empty waveform, so that it is decoded once only. */
export const startWaveformJob = ({ services, media, log }: WaveformOptions): WaveformJob => {
  const stopping = new AbortController();
  /** Files that wait, were made (a request may have read before that), or have failed for a reason that isn't theirs. */
  const taken = new Set<string>();
  const running = new Set<Promise<void>>();

  const make = async (organizationId: string, file: StoredFile): Promise<void> => {
    try {
      const peaks = await media.readPeaks(organizationId, file, stopping.signal);
      if (peaks === undefined) taken.delete(file.file);
      else await storePeaks(services.db, organizationId, file.file, peaks);
    } catch (error) {
      if (stopping.signal.aborted) return;
      if (error instanceof ShareExceededError) taken.delete(file.file);
      else log.warn({ err: error, organization: organizationId }, "a waveform could not be made");
    }
  };

  return {
    request: (organizationId, file) => {
      if (stopping.signal.aborted || taken.has(file.file)) return;
      taken.add(file.file);
      const run = make(organizationId, file).finally(() => running.delete(run));
      running.add(run);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
