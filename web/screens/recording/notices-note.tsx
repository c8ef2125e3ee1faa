import type { RecordingTranscriptQuery } from "./recording.graphql.js";

type Notices = NonNullable<RecordingTranscriptQuery["recording"]>["notices"];

/** Lists what was left out, repaired or estimated while the call was read; nothing without notices. */
export const NoticesNote = ({ notices }: { notices: Notices }) =>
  notices.length > 0 && (
    <div class="notices">
      <p>debrief noticed while it read this call:</p>
      <ul class="muted">
        {notices.map(({ kind, description }) => (
          <li key={kind}>{description}</li>
        ))}
      </ul>
    </div>
  );
