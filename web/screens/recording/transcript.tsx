import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { Duration, ProblemAlert, Section, Skeleton, Time } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { RecordingTranscript, type RecordingTranscriptQuery } from "./recording.graphql.js";
import { useFollowPlayback } from "./use-follow-playback.js";

type Utterance = NonNullable<RecordingTranscriptQuery["recording"]>["transcript"][number];

/** Groups consecutive utterances of one speaker. */
const groupTurns = (utterances: Utterance[]): Utterance[][] => {
  const turns: Utterance[][] = [];
  for (const utterance of utterances) {
    const last = turns.at(-1);
    if (last?.[0]!.speaker === utterance.speaker) last.push(utterance);
    else turns.push([utterance]);
  }
  return turns;
};

const NoTranscript = ({ removedAt }: { removedAt: string | null }) => (
  <p class="muted">
    {removedAt === null ? (
      "This call has no transcript."
    ) : (
      <>
        The retention settings removed the transcript on <Time at={removedAt} isDayOnly />.
      </>
    )}
  </p>
);

/** One button per utterance, which plays the recording from there. */
const TranscriptLines = ({
  utterances,
  first,
}: {
  utterances: Utterance[];
  first: Utterance | undefined;
}) => (
  <div>
    {utterances.map((utterance) => (
      <button
        key={utterance.start}
        type="button"
        class="line"
        value={utterance.start}
        tabIndex={utterance === first ? 0 : -1}
      >
        {utterance.text}
      </button>
    ))}
  </div>
);

/** The transcript, loaded after the rest of the page because it may be long. `player` is set if there is media. */
export const Transcript = ({
  id,
  player,
}: {
  id: string;
  player: RefObject<HTMLMediaElement | null> | undefined;
}) => {
  const { data, problem, reload } = useQuery(RecordingTranscript, { id });
  const list = useRef<HTMLOListElement>(null);
  const utterances = data?.recording?.transcript;
  useFollowPlayback(player ?? { current: null }, list, utterances);
  return (
    <Section title="Transcript">
      <ProblemAlert problem={problem} onRetry={reload} />
      {!utterances && !problem && <Skeleton rows={8} />}
      {utterances?.length === 0 && (
        <NoTranscript removedAt={data!.recording!.transcriptRemovedAt} />
      )}
      {utterances && (
        <ol class="transcript" ref={list}>
          {groupTurns(utterances).map((turn) => {
            const { start, speaker, role } = turn[0]!;
            return (
              <li key={start} class={role}>
                <Duration ms={start} />
                <p class="speaker">
                  {speaker}
                  {role !== "other" && <span class="muted"> · {role}</span>}
                </p>
                {player ? (
                  <TranscriptLines utterances={turn} first={utterances[0]} />
                ) : (
                  <p>{turn.map(({ text }) => text).join(" ")}</p>
                )}
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
};
