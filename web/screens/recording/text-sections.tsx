import type { RefObject } from "preact";
import { Markdown, Section } from "../../parts/index.js";
import { addMomentButtons } from "./moment-buttons.js";
import type { Recording as RecordingDetails } from "./types.js";
import { playFrom } from "./use-follow-playback.js";

/** A text of the analysis. */
export const TextSection = ({
  title,
  text,
  player,
}: {
  title: string;
  text: string | null;
  /** Set if there is media. The times that the text marks play. */
  player: RefObject<HTMLMediaElement | null> | undefined;
}) =>
  text && (
    <Section title={title}>
      <Markdown
        text={text}
        onRendered={
          player &&
          ((element) => addMomentButtons(element, (start) => playFrom(player.current!, start)))
        }
      />
    </Section>
  );

const SHORTEST_COACHED_MS = 60_000;

/** Says why there is no coaching. */
export const NoCoaching = ({
  recording: { coaching, status, duration },
}: {
  recording: RecordingDetails;
}) =>
  status === "processed" &&
  coaching === null &&
  duration < SHORTEST_COACHED_MS && (
    <Section title="Coaching">
      <p class="muted">This call is too short for coaching: it has less than a minute.</p>
    </Section>
  );
