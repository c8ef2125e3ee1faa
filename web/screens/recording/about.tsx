import { Duration, Facts, jsonFacts, Section, Time } from "../../parts/index.js";
import { number, percent } from "../../src/format.js";
import { href } from "../../src/location.js";
import type { Recording } from "./shape.js";

const sources = {
  dialer: "Dialer",
  meeting: "Meeting",
  mobile: "Mobile",
  upload: "Upload",
};

const talk = (metrics: Recording["metrics"]) =>
  metrics && {
    "Talked by the rep": percent(metrics.talkRatio),
    "Words a minute": number(Math.round(metrics.talkSpeed)),
    "Questions asked": number(metrics.questionsAsked),
    "Changes of speaker": number(metrics.conversationSwitches),
  };

/** Where the dialer says that the audio is: whatever it sent, only a link of the web is one. */
const elsewhere = (mediaUrl: string | null) => {
  const url = mediaUrl === null ? null : URL.parse(mediaUrl);
  if (!url || !/^https?:$/.test(url.protocol)) return mediaUrl;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {url.host}
    </a>
  );
};

export const About = ({ of }: { of: Recording }) => (
  <Section title="About">
    <Facts
      of={{
        User: (
          <a href={href("/recordings", {}, { userEmail: of.user.email })} title={of.user.email}>
            {of.user.name}
          </a>
        ),
        Client: of.client && (
          <a href={href("/clients/:id", { id: of.client.id })}>
            {of.client.name ?? of.client.email ?? "Unnamed"}
          </a>
        ),
        Began: <Time at={of.startedAt} />,
        Length: <Duration ms={of.duration} />,
        Source: sources[of.source],
        "Audio at": !of.media && elsewhere(of.mediaUrl),
        Arrived: <Time at={of.createdAt} />,
        Analysed: of.processedAt && <Time at={of.processedAt} />,
        ...talk(of.metrics),
      }}
    />
    <Facts of={jsonFacts(of.customFields)} />
  </Section>
);
