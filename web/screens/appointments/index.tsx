import {
  type Column,
  CurlHint,
  Duration,
  Icon,
  List,
  Person,
  Screen,
  StatusBadge,
  Time,
} from "../../parts/index.js";
import { matchTexts } from "../../lib/match-texts.js";
import { useConnection } from "../../lib/use-connection.js";
import { href, useFilters } from "../../lib/location.js";
import { toInstants, resolveRangeChanges, resolveRange } from "../../lib/range.js";
import { useUsers } from "../../lib/use-users.js";
import { CoverageCard } from "./coverage-card.js";
import { NoAppointments } from "./no-appointments.js";
import { AppointmentFilters, appointmentFilterNames } from "./appointment-filters.js";
import {
  Appointments as Operation,
  type AppointmentsQuery,
  type MatchStatus,
} from "./appointments.graphql.js";

type Row = AppointmentsQuery["appointments"]["nodes"][number];

const renderCustomer = ({ client, customerName, customerEmail }: Row) => {
  const name = customerName ?? client?.name ?? customerEmail ?? client?.email;
  return client ? (
    <a href={href("/clients/:id", { id: client.id })}>{name ?? "Unnamed client"}</a>
  ) : (
    name
  );
};

const renderRecording = ({ matchStatus, recording }: Row) =>
  recording ? (
    <a class="listen" href={href("/recordings/:id", { id: recording.id })} title={recording.name}>
      <Icon name={recording.media ? "play" : "recordings"} />
      {recording.media ? "Listen" : "Open"} · <Duration ms={recording.duration} />
    </a>
  ) : (
    <StatusBadge status={matchStatus} text={matchTexts[matchStatus]} />
  );

const buildColumns = (users: Record<string, string>): Column<Row>[] => [
  {
    title: "Appointment",
    isHeader: true,
    cell: (row) => (
      <>
        <a href={href("/appointments/:eventId", { eventId: row.eventId })}>
          {row.title ?? row.eventId}
        </a>
        <span class="second-line">{renderCustomer(row)}</span>
      </>
    ),
  },
  { title: "Starts", cell: ({ startTime }) => <Time at={startTime} /> },
  {
    title: "Rep",
    cell: ({ userEmail }) => <Person id={userEmail} name={users[userEmail] ?? userEmail} />,
  },
  { title: "Recording", cell: renderRecording },
];

const Appointments = () => {
  const [values, change] = useFilters(appointmentFilterNames);
  const users = useUsers();
  const range = resolveRange(values, "last7");
  const { userEmail, matchStatus } = values;
  const bounds = toInstants(range);
  const filter = {
    ...bounds,
    ...(userEmail && { userEmail }),
    ...(matchStatus && { matchStatus: matchStatus as MatchStatus }),
  };
  const list = useConnection(Operation, { filter }, ({ appointments }) => appointments);
  const isAll = range.preset === "all" && !userEmail && !matchStatus;
  const query = new URLSearchParams({
    ...(bounds.from && { fromDate: bounds.from }),
    ...(bounds.to && { toDate: bounds.to }),
    ...(userEmail && { user_email: userEmail }),
    limit: "25",
  });
  return (
    <Screen title="Appointments">
      <AppointmentFilters
        values={values}
        range={range}
        users={users ?? {}}
        onChange={(changes) => change(resolveRangeChanges(range, changes))}
      />
      <CoverageCard {...bounds} userEmail={userEmail} />
      <List
        connection={{ ...list, nodes: users && list.nodes }}
        caption="Appointments, earliest first"
        columns={buildColumns(users ?? {})}
        idOf={({ eventId }) => eventId}
        empty={<NoAppointments isUnfiltered={isAll} />}
      />
      {/* /v1 has no filter by match. */}
      {!matchStatus && <CurlHint path={`scheduled-tasks?${query}`} />}
    </Screen>
  );
};

export default Appointments;
