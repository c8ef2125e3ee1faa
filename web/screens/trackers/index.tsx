import { useEffect, useMemo, useState } from "preact/hooks";
import {
  Button,
  type Column,
  Confirm,
  EmptyState,
  GraphqlHint,
  ProblemAlert,
  Screen,
  Skeleton,
  Table,
} from "../../parts/index.js";
import { formatNumber, formatPercent } from "../../lib/format.js";
import { dayStart } from "../../lib/day-bounds.js";
import { href, useFilters } from "../../lib/location.js";
import { showToast } from "../../lib/toast.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { CallsByGroup } from "./calls-by-group.js";
import { ReadyDialog } from "./ready-dialog.js";
import { describeSearch, describeWhere } from "./texts.js";
import { TrackerDialog } from "./tracker-dialog.js";
import { DeleteTracker, Trackers as Operation, type TrackersQuery } from "./trackers.graphql.js";
import type { TrackedCalls, Tracker } from "./types.js";
import { WeekBars } from "./week-bars.js";
import { DAY_MS, firstDay, sumByWeek, WEEKS } from "./weeks.js";

const POLL_MS = 2_000;

const Progress = ({ progress }: Tracker) => {
  if (!progress) return <span class="muted">all searched</span>;
  const { done, total } = progress;
  return <>{total === 0 ? "starting" : `${formatPercent(Math.min(1, done / total))} searched`}</>;
};

const countsOf = (id: string, counts: readonly TrackedCalls[]): TrackedCalls[] =>
  counts.filter(({ tracker }) => tracker.id === id);

const buildColumns = (
  { trackedCalls, readyTrackers }: TrackersQuery,
  actions: { edit: (tracker: Tracker) => void; remove: (tracker: Tracker) => void } | undefined,
): Column<Tracker>[] => [
  {
    title: "Tracker",
    isHeader: true,
    cell: (tracker) => (
      <>
        {tracker.name}
        <span class="muted second-line">{describeSearch(tracker, readyTrackers).join(" · ")}</span>
      </>
    ),
  },
  { title: "Said by", cell: describeWhere },
  {
    title: `Calls, ${WEEKS} weeks`,
    isNumber: true,
    cell: ({ id, name }) => {
      const calls = countsOf(id, trackedCalls).reduce((sum, count) => sum + count.calls, 0);
      return (
        <a href={href("/recordings", {}, { trackerId: id, from: firstDay() })}>
          {formatNumber(calls)}
          <span class="visually-hidden">
            {" "}
            {calls === 1 ? "call" : "calls"} with {name}
          </span>
        </a>
      );
    },
  },
  {
    title: "By week",
    cell: ({ id }) => <WeekBars counts={sumByWeek(countsOf(id, trackedCalls))} />,
  },
  { title: "Earlier calls", cell: Progress },
  ...(actions
    ? [
        {
          title: "Actions",
          cell: (tracker: Tracker) => (
            <div class="actions">
              <Button aria-label={`Edit ${tracker.name}`} onClick={() => actions.edit(tracker)}>
                Edit
              </Button>
              <Button aria-label={`Delete ${tracker.name}`} onClick={() => actions.remove(tracker)}>
                Delete
              </Button>
            </div>
          ),
        },
      ]
    : []),
];

const DeleteDialog = ({
  tracker,
  onClose,
  onDone,
}: {
  tracker: Tracker;
  onClose: () => void;
  onDone: () => void;
}) => {
  const remove = useMutation(DeleteTracker);
  const confirm = async (): Promise<void> => {
    if (await remove.run({ id: tracker.id })) onDone();
  };
  return (
    <Confirm
      title={`Delete ${tracker.name}?`}
      action="Delete"
      mutation={remove}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>The places where it was found are deleted with it. The calls stay as they are.</p>
    </Confirm>
  );
};

const NoTrackers = ({ isAdmin, hasReady }: { isAdmin: boolean; hasReady: boolean }) => (
  <EmptyState title="No trackers yet">
    <p>
      A tracker finds what is said in calls: a price objection, another quote, the ask for the
      order. It looks in all earlier calls and in each new one.
    </p>
    <p>
      {isAdmin
        ? hasReady
          ? "Start with the ready ones, or with phrases of your own."
          : "Start with the phrases that you listen for."
        : "An admin creates them."}
    </p>
  </EmptyState>
);

/** Loads the trackers and their counts, again while earlier calls are being searched. */
const useTrackers = (isAdmin: boolean, byTeam: boolean) => {
  const range = useMemo(() => {
    const now = Date.now();
    return { from: dayStart(firstDay()), to: new Date(now + DAY_MS).toISOString() };
  }, []);
  const query = useQuery(Operation, { ...range, isAdmin, byTeam });
  const isSearching = query.data?.trackers.some(({ progress }) => progress !== null) === true;
  const { isBusy, reload } = query;
  useEffect(() => {
    if (!isSearching || isBusy) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [isSearching, isBusy, reload]);
  return query;
};

const Trackers = () => {
  const isAdmin = useIsAdmin();
  const [{ by }, change] = useFilters(["by"]);
  const byTeam = by === "team";
  const { data, problem, isBusy, reload } = useTrackers(isAdmin, byTeam);
  const [edited, setEdited] = useState<Tracker | "new" | "ready">();
  const [removed, setRemoved] = useState<Tracker>();
  const finish = (text: string): void => {
    setEdited(undefined);
    setRemoved(undefined);
    showToast(text);
    reload();
  };
  const used = new Set(data?.trackers.map(({ concept }) => concept));
  const unused = data?.readyTrackers.filter(({ concept }) => !used.has(concept)) ?? [];
  return (
    <Screen
      title="Trackers"
      actions={
        isAdmin && (
          <>
            {unused.length > 0 && (
              <Button onClick={() => setEdited("ready")}>Use ready ones</Button>
            )}
            <Button kind="main" onClick={() => setEdited("new")}>
              New tracker
            </Button>
          </>
        )
      }
    >
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={8} />}
      {data?.trackers.length === 0 && (
        <NoTrackers isAdmin={isAdmin} hasReady={data.readyTrackers.length > 0} />
      )}
      {data && data.trackers.length > 0 && (
        <div class="stack">
          <div class="card">
            <Table
              caption="Trackers"
              columns={buildColumns(
                data,
                isAdmin ? { edit: setEdited, remove: setRemoved } : undefined,
              )}
              rows={data.trackers}
              idOf={({ id }) => id}
              isBusy={isBusy && !data}
            />
          </div>
          <CallsByGroup
            trackers={data.trackers}
            counts={data.trackedCalls}
            teamCalls={data.teamCalls}
            by={byTeam ? "team" : "rep"}
            onChange={(grouping) => change({ by: grouping === "team" ? "team" : "" })}
          />
        </div>
      )}
      {edited === "ready" && (
        <ReadyDialog
          ready={unused}
          onClose={() => setEdited(undefined)}
          onDone={() => finish("Trackers created")}
        />
      )}
      {edited !== undefined && edited !== "ready" && data && (
        <TrackerDialog
          tracker={edited === "new" ? undefined : edited}
          ready={data.readyTrackers}
          onClose={() => setEdited(undefined)}
          onDone={() => finish("Tracker saved")}
        />
      )}
      {removed && (
        <DeleteDialog
          tracker={removed}
          onClose={() => setRemoved(undefined)}
          onDone={() => finish("Tracker deleted")}
        />
      )}
      <GraphqlHint query={Operation} />
    </Screen>
  );
};

export default Trackers;
