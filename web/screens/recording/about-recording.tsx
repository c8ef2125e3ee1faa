import { Duration, FactList, buildJsonFacts, Section, Time } from "../../parts/index.js";
import { formatNumber, formatPercent } from "../../lib/format.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { href } from "../../lib/location.js";
import { sourceTexts } from "../../lib/source-texts.js";
import type { Recording } from "./types.js";

const buildTalkFacts = (metrics: Recording["metrics"]) =>
  metrics && {
    "Rep's talk ratio": metrics.talkRatio !== null && formatPercent(metrics.talkRatio),
    "Words per minute": metrics.talkSpeed !== null && formatNumber(Math.round(metrics.talkSpeed)),
    "Questions asked": metrics.questionsAsked !== null && formatNumber(metrics.questionsAsked),
    "Speaker switches":
      metrics.conversationSwitches !== null && formatNumber(metrics.conversationSwitches),
  };

/** Renders the dialer's audio address: a link only if it is an HTTP URL. */
const renderMediaUrl = (mediaUrl: string | null) => {
  const url = mediaUrl === null ? null : URL.parse(mediaUrl);
  if (!url || !/^https?:$/.test(url.protocol)) return mediaUrl;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {url.host}
    </a>
  );
};

/** Returns why the audio of the URL can't be played yet, or at all; null if there is nothing to report. */
const describeMediaFetch = ({ mediaPending, mediaFailure }: Recording): string | null => {
  if (!mediaPending) return mediaFailure;
  return mediaFailure === null
    ? "debrief is fetching it."
    : `debrief tries again. The last attempt failed: ${mediaFailure}`;
};

/** A link to who opened or played a recording. */
const ContentViewsLink = ({ recording }: { recording: Recording }) => (
  <a href={href("/settings/audit-log", {}, { show: "looks", subject: recording.id })}>Audit log</a>
);

export const AboutRecording = ({ recording }: { recording: Recording }) => (
  <Section title="About">
    <FactList
      facts={{
        User: (
          <a
            href={href("/recordings", {}, { userEmail: recording.user.email })}
            title={recording.user.email}
          >
            {recording.user.name}
          </a>
        ),
        Client: recording.client && (
          <a href={href("/clients/:id", { id: recording.client.id })}>
            {recording.client.name ?? recording.client.email ?? "Unnamed client"}
          </a>
        ),
        Started: <Time at={recording.startedAt} />,
        Duration: <Duration ms={recording.duration} />,
        Source: sourceTexts[recording.source],
        "Audio URL": !recording.media && renderMediaUrl(recording.mediaUrl),
        Audio: describeMediaFetch(recording),
        Received: <Time at={recording.createdAt} />,
        Analysed: recording.processedAt && <Time at={recording.processedAt} />,
        ...buildTalkFacts(recording.metrics),
        "Who looked": useIsAdmin() && <ContentViewsLink recording={recording} />,
      }}
    />
    <FactList facts={buildJsonFacts(recording.customFields)} />
  </Section>
);
