import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { Duration, Problem, Section, Skeleton, Time } from "../../parts/index.js";
import { useQuery } from "../../src/query.js";
import { RecordingTranscript, type RecordingTranscriptQuery } from "../recording.graphql.js";
import { useFollowing } from "./following.js";

type Utterance = NonNullable<RecordingTranscriptQuery["recording"]>["transcript"][number];

/** What one says without another in between. */
const turns = (utterances: Utterance[]): Utterance[][] => {
  const all: Utterance[][] = [];
  for (const utterance of utterances) {
    const last = all.at(-1);
    if (last?.[0]!.speaker === utterance.speaker) last.push(utterance);
    else all.push([utterance]);
  }
  return all;
};

const None = ({ removedAt }: { removedAt: string | null }) => (
  <p class="muted">
    {removedAt === null ? (
      "The call came without a transcript."
    ) : (
      <>
        It was removed on <Time at={removedAt} dayOnly />, being older than transcripts are kept.
      </>
    )}
  </p>
);

/** What can be listened to is a button for each line, which has the player go there. */
const Lines = ({ of, first }: { of: Utterance[]; first: Utterance | undefined }) => (
  <div>
    {of.map((said) => (
      <button
        key={said.start}
        type="button"
        class="line"
        value={said.start}
        tabIndex={said === first ? 0 : -1}
      >
        {said.text}
      </button>
    ))}
  </div>
);

/** It may be long: asked for when all else is there. `player`: where there is something to listen to. */
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
  useFollowing(player ?? { current: null }, list, utterances);
  return (
    <Section title="Transcript">
      <Problem of={problem} retry={reload} />
      {!utterances && !problem && <Skeleton rows={8} />}
      {utterances?.length === 0 && <None removedAt={data!.recording!.transcriptRemovedAt} />}
      {utterances && (
        <ol class="transcript" ref={list}>
          {turns(utterances).map((turn) => {
            const { start, speaker, role } = turn[0]!;
            return (
              <li key={start} class={role}>
                <Duration ms={start} />
                <p class="speaker">
                  {speaker}
                  {role !== "other" && <span class="muted"> · {role}</span>}
                </p>
                {player ? (
                  <Lines of={turn} first={utterances[0]} />
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
