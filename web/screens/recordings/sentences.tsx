import { useEffect } from "preact/hooks";
import {
  Button,
  type Column,
  EmptyState,
  Moment,
  ProblemAlert,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { formatCount, formatNumber } from "../../lib/format.js";
import { hrefAtTime } from "../../lib/location.js";
import { type DateRange, toInstants } from "../../lib/range.js";
import { showToast } from "../../lib/toast.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import type { RecordingFilterValues } from "./filter-names.js";
import {
  MeaningSearch,
  type MeaningSearchQuery,
  Sentences as Operation,
  type SentencesQuery,
  SetMeaningSearch,
  type SpeakerRole,
} from "./recordings.graphql.js";

type Row = SentencesQuery["sentences"]["sentences"][number];
type State = MeaningSearchQuery["meaningSearch"];

const POLL_MS = 2_000;

const columns: Column<Row>[] = [
  {
    title: "Said",
    isHeader: true,
    cell: ({ quote, start, recording }) => <a href={hrefAtTime(recording.id, start)}>“{quote}”</a>,
  },
  { title: "By", cell: ({ speaker }) => speaker },
  { title: "Call", cell: ({ recording }) => recording.name },
  { title: "When", cell: ({ recording }) => <Time at={recording.startedAt} /> },
  { title: "At", isNumber: true, cell: ({ start }) => <Moment ms={start} /> },
];

/** Turns search by meaning on or off. */
const Switch = ({ enabled, onDone }: { enabled: boolean; onDone: () => void }) => {
  const change = useMutation(SetMeaningSearch);
  const run = async (): Promise<void> => {
    if (!(await change.run({ enabled: !enabled }))) return;
    showToast(enabled ? "Search by meaning is off" : "Search by meaning is on");
    onDone();
  };
  return (
    <>
      <ProblemAlert problem={change.problem} />
      <Button kind={enabled ? "plain" : "main"} isBusy={change.isBusy} onClick={() => void run()}>
        {enabled ? "Turn off search by meaning" : "Turn on search by meaning"}
      </Button>
    </>
  );
};

const TurnOn = ({ onDone }: { onDone: () => void }) => {
  const isAdmin = useIsAdmin();
  return (
    <EmptyState title="Search by meaning is off">
      <p>
        It finds what was meant, in other words, too: “I have to talk to my wife first” also finds
        “we decide together”. Each call takes about a second of computing time, once.
      </p>
      {isAdmin ? <Switch enabled={false} onDone={onDone} /> : <p>An admin turns it on.</p>}
    </EmptyState>
  );
};

/** How many calls are prepared, and for admins the switch. */
const Preparation = ({ state, reload }: { state: State; reload: () => void }) => {
  const isAdmin = useIsAdmin();
  const { progress } = state;
  useEffect(() => {
    if (!progress) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [progress, reload]);
  return (
    <div class="actions">
      {progress && (
        <span class="muted" role="status">
          {formatNumber(progress.done)} of {formatCount(progress.total, "call")} prepared, the
          newest first
        </span>
      )}
      {isAdmin && <Switch enabled onDone={reload} />}
    </div>
  );
};

interface Props {
  values: RecordingFilterValues;
  range: DateRange;
}

const Results = ({ values, range }: Props) => {
  const { search = "", userEmail, clientId, saidBy } = values;
  const { data, problem, isBusy, reload } = useQuery(Operation, {
    meaning: search,
    filter: {
      ...toInstants(range),
      ...(userEmail && { userEmail }),
      ...(clientId && { clientId }),
      ...(saidBy && { saidBy: saidBy as SpeakerRole }),
    },
  });
  if (!data)
    return problem ? <ProblemAlert problem={problem} onRetry={reload} /> : <Skeleton rows={8} />;
  const { sentences, calls, searchedFrom } = data.sentences;
  return (
    <>
      <ProblemAlert problem={problem} onRetry={reload} />
      {sentences.length === 0 ? (
        <EmptyState title="Nothing was said that means this">
          <p>Write a sentence as a speaker would say it: “We have to talk about it first.”</p>
        </EmptyState>
      ) : (
        <div class="card">
          <Table
            caption="What was said, the nearest first"
            columns={columns}
            rows={sentences}
            idOf={({ recording, start, quote }) => `${recording.id} ${start} ${quote}`}
            isBusy={isBusy}
          />
        </div>
      )}
      <p class="muted">
        {formatCount(calls, "call")} searched
        {searchedFrom !== null && (
          <>
            , back to <Time at={searchedFrom} />
          </>
        )}
      </p>
    </>
  );
};

/** Search by meaning: sentences instead of recordings. */
export const Sentences = ({ values, range }: Props) => {
  const { data, problem, reload } = useQuery(MeaningSearch, {});
  if (!data)
    return problem ? <ProblemAlert problem={problem} onRetry={reload} /> : <Skeleton rows={8} />;
  const { meaningSearch: state } = data;
  if (!state.available)
    return (
      <EmptyState title="Search by meaning is off">
        <p>It needs the server’s setting DEBRIEF_MEANING=on.</p>
      </EmptyState>
    );
  if (!state.enabled) return <TurnOn onDone={reload} />;
  return (
    <div class="stack">
      {values.search ? (
        <Results values={values} range={range} />
      ) : (
        <EmptyState title="What was meant?">
          <p>Write a sentence as a speaker would say it: “We have to talk about it first.”</p>
        </EmptyState>
      )}
      <Preparation state={state} reload={reload} />
    </div>
  );
};
