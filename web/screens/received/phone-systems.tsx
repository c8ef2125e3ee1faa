import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  ProblemAlert,
  Section,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { PhoneSystems as Operation, type PhoneSystemsQuery } from "./received.graphql.js";
import { SecretDialog } from "./secret-dialog.js";

type Row = PhoneSystemsQuery["dialers"][number];

const buildColumns = (edit: (row: Row) => void): Column<Row>[] => [
  { title: "Phone system", isHeader: true, cell: ({ title }) => title },
  {
    title: "URL",
    cell: ({ adapter, sendsUserEmail }) => (
      <code>
        …/v1/dialer/<i>token</i>/{adapter}
        {!sendsUserEmail && "?user_email=…"}
      </code>
    ),
  },
  {
    title: "Secret",
    cell: ({ secretSetAt }) =>
      secretSetAt ? (
        <>
          set <Time at={secretSetAt} />
        </>
      ) : (
        <span class="muted">none</span>
      ),
  },
  {
    title: "Actions",
    cell: (row) => (
      <Button onClick={() => edit(row)}>
        {row.secretSetAt ? "Change secret" : "Set secret"}
        <span class="visually-hidden"> for {row.title}</span>
      </Button>
    ),
  },
];

/** The supported phone systems, their URLs and whether they have a secret. */
export const PhoneSystems = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const [edited, setEdited] = useState<Row>();
  const close = () => setEdited(undefined);
  return (
    <Section title="Phone systems">
      <p class="muted">
        In each phone system, enter the organization’s dialer URL followed by the system’s name.
        Once a secret is set, debrief accepts only requests with a valid signature.
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={5} />}
      {data && (
        <Table
          caption="Phone systems"
          columns={buildColumns(setEdited)}
          rows={data.dialers}
          idOf={({ adapter }) => adapter}
        />
      )}
      {edited && <SecretDialog phoneSystem={edited} onClose={close} onChange={reload} />}
    </Section>
  );
};
