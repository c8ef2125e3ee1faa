import { Duration, Problem, Section, Skeleton } from "../../parts/index.js";
import { useQuery } from "../../src/query.js";
import { RecordingTranscript, type RecordingTranscriptQuery } from "../recording.graphql.js";

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

/** It may be long: asked for when all else is there. */
export const Transcript = ({ id }: { id: string }) => {
  const { data, problem, reload } = useQuery(RecordingTranscript, { id });
  const utterances = data?.recording?.transcript;
  return (
    <Section title="Transcript">
      <Problem of={problem} retry={reload} />
      {!utterances && !problem && <Skeleton rows={8} />}
      {utterances?.length === 0 && <p class="muted">The call came without a transcript.</p>}
      {utterances && (
        <ol class="transcript">
          {turns(utterances).map((turn) => {
            const { start, speaker, role } = turn[0]!;
            return (
              <li key={start} class={role}>
                <Duration ms={start} />
                <p class="speaker">
                  {speaker}
                  {role !== "other" && <span class="muted"> · {role}</span>}
                </p>
                <p>{turn.map(({ text }) => text).join(" ")}</p>
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
};
