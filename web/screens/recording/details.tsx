import { CurlHint } from "../../parts/index.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { AboutRecording } from "./about-recording.js";
import { EraseRecording } from "./erase-recording.js";
import { RecordingDeliveries } from "./recording-deliveries.js";
import type { Recording } from "./types.js";
import { VersionsSection } from "./versions-section.js";

/** What machines and admins know of the call: where it came from, earlier analyses, deliveries, and the same by curl. */
export const Details = ({ recording, reload }: { recording: Recording; reload: () => void }) => {
  const isAdmin = useIsAdmin();
  const { id, status, updatedAt, deliveries } = recording;
  return (
    <>
      <div class="columns">
        <div>
          <AboutRecording recording={recording} />
        </div>
        <div>
          {status === "processed" && (
            // Its list reloads when a new analysis replaces the current one.
            <VersionsSection key={updatedAt} recording={recording} reload={reload} />
          )}
          {deliveries && <RecordingDeliveries recording={recording} deliveries={deliveries} />}
        </div>
      </div>
      {isAdmin && (
        <>
          <EraseRecording id={id} />
          <CurlHint path={`recordings/${id}`} />
          <CurlHint path={`recordings/${id}/transcript`} title="Get the transcript with curl" />
        </>
      )}
    </>
  );
};
