import { useRef } from "preact/hooks";
import {
  CurlHint,
  Empty,
  loadMarkdown,
  Markdown,
  Problem,
  Screen,
  Section,
  Skeleton,
  Status,
  Tags,
} from "../parts/index.js";
import { href } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { ActionItems } from "./recording/action-items.js";
import { About } from "./recording/about.js";
import { Again } from "./recording/again.js";
import { Deliveries } from "./recording/deliveries.js";
import { Match } from "./recording/match.js";
import { Player } from "./recording/player.js";
import { Process } from "./recording/process.js";
import type { Recording as Shape } from "./recording/shape.js";
import { Transcript } from "./recording/transcript.js";
import { RecordingById } from "./recording.graphql.js";

void loadMarkdown();

const Text = ({ title, text }: { title: string; text: string | null }) =>
  text && (
    <Section title={title}>
      <Markdown text={text} />
    </Section>
  );

const waits: Partial<Record<Shape["status"], string>> = {
  received: "The call has arrived. Its analysis has not begun yet.",
  processing: "The call is being analysed. What comes of it shows up here.",
};

const Whole = ({ of, reload }: { of: Shape; reload: () => void }) => {
  const player = useRef<HTMLMediaElement>(null);
  return (
    <>
      <div class="under-title">
        {of.status !== "processed" && <Status of={of.status} />}
        {of.closed && <Status of="processed" text="deal closed" />}
        <Tags of={of.tags} />
      </div>
      <Again of={of} reload={reload} />
      {waits[of.status] && <p class="muted">{waits[of.status]}</p>}
      <div class="columns">
        <div>
          <Text title="Summary" text={of.summary} />
          <Text title="Notes" text={of.notes} />
          <Text title="Coaching" text={of.coaching} />
        </div>
        <div>
          <About of={of} />
          <Match of={of} reload={reload} />
          <ActionItems of={of.actionItems} />
          <Process of={of.process} template={of.template?.name} />
          <Deliveries of={of} />
        </div>
        <div>
          {of.status === "processed" && (
            <Transcript id={of.id} player={of.media ? player : undefined} />
          )}
        </div>
      </div>
      <Player of={of} element={player} />
    </>
  );
};

const Recording = ({ id }: { id: string }) => {
  const { data, problem, busy, reload } = useQuery(RecordingById, { id });
  const recording = data?.recording;
  return (
    <Screen title={recording?.name ?? "Recording"}>
      <Problem of={problem} retry={reload} />
      {recording && <Whole of={recording} reload={reload} />}
      {!data && busy && <Skeleton rows={20} />}
      {data && !recording && (
        <Empty title="There is no such recording">
          <p>It may have been erased, or belong to another organization.</p>
          <p>
            <a href={href("/recordings")}>Show all recordings</a>
          </p>
        </Empty>
      )}
      <CurlHint path={`recordings/${id}`} />
      <CurlHint path={`recordings/${id}/transcript`} what="The transcript by curl" />
    </Screen>
  );
};

export default Recording;
