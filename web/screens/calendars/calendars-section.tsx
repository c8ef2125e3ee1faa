import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  EmptyState,
  ProblemAlert,
  Section,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { useQuery } from "../../lib/use-query.js";
import { AddCalendar } from "./add-calendar.js";
import { CalendarActions } from "./calendar-actions.js";
import { CalendarNotices } from "./calendar-notices.js";
import { Calendars as Operation, type CalendarsQuery } from "./calendars.graphql.js";

type Row = CalendarsQuery["calendars"]["nodes"][number];

const EVENTS = { visits: "visits only", all: "all events" };

const State = ({ attemptedAt, polledAt, problem }: Row) => {
  if (problem === null)
    return polledAt === null ? <span class="muted">not yet</span> : <Time at={polledAt} />;
  return (
    <div>
      <span class="field-error">{`${problem[0]?.toUpperCase()}${problem.slice(1)}`}</span>
      {attemptedAt !== null && (
        <div class="muted">
          Tried <Time at={attemptedAt} />
        </div>
      )}
    </div>
  );
};

const buildColumns = (reload: () => void): Column<Row>[] => [
  { title: "Calendar", isHeader: true, cell: ({ host }) => host },
  { title: "Whose", cell: ({ user }) => user?.name ?? "the organization’s" },
  {
    title: "Appointments",
    cell: ({ occurrences, leftOut, events, notices }) => (
      <div>
        {leftOut === 0
          ? formatCount(occurrences, "appointment")
          : `${formatCount(occurrences, "appointment")}, ${formatCount(leftOut, "event")} skipped`}
        <div class="muted">{EVENTS[events]}</div>
        <CalendarNotices notices={notices} />
      </div>
    ),
  },
  { title: "Last read", cell: (row) => <State {...row} /> },
  { title: "Actions", cell: (row) => <CalendarActions calendar={row} reload={reload} /> },
];

/** Calendars whose events become appointments. */
export const CalendarsSection = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Section
      title="Calendars"
      actions={<Button onClick={() => setIsAdding(true)}>Add calendar</Button>}
    >
      <p class="muted">
        Calendar events become appointments, from a week ago to 60 days ahead. Moved and cancelled
        events are updated. By default, only visits count: events with a guest from outside your
        organization.
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={2} />}
      {data?.calendars.nodes.length === 0 && (
        <EmptyState title="No calendars">
          Add the secret address of a Google or Outlook calendar, and debrief creates its
          appointments.
        </EmptyState>
      )}
      {data && data.calendars.nodes.length > 0 && (
        <Table
          caption="Calendars"
          columns={buildColumns(reload)}
          rows={data.calendars.nodes}
          idOf={({ id }) => id}
        />
      )}
      {isAdding && data && (
        <AddCalendar
          users={data.users}
          onClose={() => setIsAdding(false)}
          onDone={() => {
            setIsAdding(false);
            reload();
          }}
        />
      )}
    </Section>
  );
};
