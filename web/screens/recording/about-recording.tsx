import { FactList, buildJsonFacts, Section, Time } from "../../parts/index.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { href } from "../../lib/location.js";
import { sourceTexts } from "../../lib/source-texts.js";
import type { Recording } from "./types.js";

/** A link to who opened or played a recording. */
const ContentViewsLink = ({ recording }: { recording: Recording }) => (
  <a href={href("/settings/audit-log", {}, { show: "looks", subject: recording.id })}>Audit log</a>
);

export const AboutRecording = ({ recording }: { recording: Recording }) => (
  <Section title="About">
    <FactList
      facts={{
        Source: sourceTexts[recording.source],
        Received: <Time at={recording.createdAt} />,
        Analysed: recording.processedAt && <Time at={recording.processedAt} />,
        "Who looked": useIsAdmin() && <ContentViewsLink recording={recording} />,
      }}
    />
    <FactList facts={buildJsonFacts(recording.customFields)} />
  </Section>
);
