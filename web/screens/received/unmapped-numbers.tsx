import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  Dialog,
  Form,
  ProblemAlert,
  Section,
  Select,
  Table,
  Time,
} from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import {
  MapNumber,
  UnmappedNumbers as Operation,
  type UnmappedNumbersQuery,
} from "./received.graphql.js";

type Row = UnmappedNumbersQuery["unmappedNumbers"][number];

const formatNumber = ({ kind, number }: Row): string =>
  kind === "extension" ? `Extension ${number}` : number;

const buildColumns = (map: (row: Row) => void): Column<Row>[] => [
  { title: "Calls of", isHeader: true, cell: formatNumber },
  { title: "Waiting", cell: ({ calls }) => formatCount(calls, "call") },
  { title: "Last received", cell: ({ lastReceivedAt }) => <Time at={lastReceivedAt} /> },
  {
    title: "Actions",
    cell: (row) => (
      <Button onClick={() => map(row)}>
        Choose user
        <span class="visually-hidden"> for {formatNumber(row)}</span>
      </Button>
    ),
  },
];

const MapDialog = ({
  row,
  users,
  onClose,
  onDone,
}: {
  row: Row;
  users: UnmappedNumbersQuery["users"];
  onClose: () => void;
  onDone: () => void;
}) => {
  const mapping = useMutation(MapNumber);
  const { kind, number, calls } = row;
  const save = async (userEmail: string): Promise<void> => {
    if (!(await mapping.run({ kind, number, userEmail }))) return;
    showToast(`${formatCount(calls, "call")} will be recordings in a moment`);
    onDone();
  };
  return (
    <Dialog title={`Whose is ${formatNumber(row).toLowerCase()}?`} onClose={onClose}>
      <Form mutation={mapping} onSubmit={(values) => void save(values.get("userEmail"))}>
        <Select
          label="User"
          name="userEmail"
          options={Object.fromEntries(users.map(({ email, name }) => [email, `${name}, ${email}`]))}
          value={users[0]?.email ?? ""}
          hint="The waiting calls, and all later ones, become this user’s recordings."
        />
        <div class="actions">
          <Button kind="main" type="submit" isBusy={mapping.isBusy}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
};

/** Unassigned extensions and phone numbers with waiting calls. */
export const UnmappedNumbers = ({ onMap }: { onMap: () => void }) => {
  const { data, problem, reload } = useQuery(Operation, {});
  const [mapped, setMapped] = useState<Row>();
  if (data?.unmappedNumbers.length === 0) return null;
  return (
    <div class="stack below" id="waiting">
      <Section title="Waiting for a user">
        <p class="muted">
          These calls have an extension or a phone without an active user. debrief holds them, and
          turns them into recordings once you assign the number to a user.
        </p>
        <ProblemAlert problem={problem} onRetry={reload} />
        {data && (
          <Table
            caption="Numbers without a user"
            columns={buildColumns(setMapped)}
            rows={data.unmappedNumbers}
            idOf={({ kind, number }) => `${kind} ${number}`}
          />
        )}
        {mapped && data && (
          <MapDialog
            row={mapped}
            users={data.users}
            onClose={() => setMapped(undefined)}
            onDone={() => {
              setMapped(undefined);
              reload();
              onMap();
            }}
          />
        )}
      </Section>
    </div>
  );
};
