import { FactList, Section } from "../../parts/index.js";
import { formatNumber, formatPercent } from "../../lib/format.js";
import type { Recording } from "./types.js";

/** How the rep talked, measured from the transcript. */
export const TalkSection = ({ recording: { metrics } }: { recording: Recording }) =>
  metrics && (
    <Section title="How it was said">
      <FactList
        facts={{
          "Rep talks": metrics.talkRatio !== null && formatPercent(metrics.talkRatio),
          "Words per minute":
            metrics.talkSpeed !== null && formatNumber(Math.round(metrics.talkSpeed)),
          "Questions asked":
            metrics.questionsAsked !== null && formatNumber(metrics.questionsAsked),
          "Speaker switches":
            metrics.conversationSwitches !== null && formatNumber(metrics.conversationSwitches),
        }}
      />
    </Section>
  );
