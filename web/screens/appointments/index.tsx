import { type Column, CurlHint, List, Screen, Status, Time } from "../parts/index.js";
import { useConnection } from "../src/connection.js";
import { href, useFilters } from "../src/location.js";
import { instants, rangeChanges, rangeOf } from "../src/range.js";
import { useUsers } from "../src/users.js";
import { Coverage } from "./appointments/coverage.js";
import { NoAppointments } from "./appointments/empty.js";
import { AppointmentFilters, filters } from "./appointments/filters.js";
import {
  Appointments as Operation,
  type AppointmentsQuery,
  type MatchStatus,
} from "./appointments.graphql.js";

type Row = AppointmentsQuery["appointments"]["nodes"][number];

const customerOf = ({ client, customerName, customerEmail }: Row) => {
  const name = customerName ?? client?.name ?? customerEmail ?? client?.email;
  return client ? <a href={href("/clients/:id", { id: client.id })}>{name ?? "Unnamed"}</a> : name;
};

const columnsFor = (users: Record<string, string>): Column<Row>[] => [
  {
    title: "Appointment",
    head: true,
    cell: ({ eventId, title }) => (
      <a href={href("/appointments/:eventId", { eventId })}>{title ?? eventId}</a>
    ),
  },
  { title: "Starts", cell: ({ startTime }) => <Time at={startTime} /> },
  { title: "User", cell: ({ userEmail }) => users[userEmail] ?? userEmail },
  { title: "Customer", cell: customerOf },
  { title: "Match", cell: ({ matchStatus }) => <Status of={matchStatus} /> },
  {
    title: "Recording",
    cell: ({ recording }) =>
      recording && <a href={href("/recordings/:id", { id: recording.id })}>{recording.name}</a>,
  },
];

const Appointments = () => {
  const [values, change] = useFilters(filters);
  const users = useUsers();
  const range = rangeOf(values, "last7");
  const { userEmail, matchStatus } = values;
  const bounds = instants(range);
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
        change={(changes) => change(rangeChanges(range, changes))}
      />
      <Coverage {...bounds} userEmail={userEmail} />
      <List
        of={{ ...list, nodes: users && list.nodes }}
        caption="Appointments, earliest first"
        columns={columnsFor(users ?? {})}
        idOf={({ eventId }) => eventId}
        empty={<NoAppointments all={isAll} />}
      />
      <CurlHint path={`scheduled-tasks?${query}`} />
    </Screen>
  );
};

export default Appointments;
