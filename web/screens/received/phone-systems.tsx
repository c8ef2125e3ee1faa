import { useState } from "preact/hooks";
import { Button, type Column, Problem, Section, Skeleton, Table, Time } from "../../parts/index.js";
import { useQuery } from "../../src/query.js";
import { PhoneSystems as Operation, type PhoneSystemsQuery } from "../received.graphql.js";
import { SecretDialog } from "./secret-dialog.js";

type Row = PhoneSystemsQuery["dialers"][number];

const columns = (change: (row: Row) => void): Column<Row>[] => [
  { title: "Phone system", head: true, cell: ({ title }) => title },
  {
    title: "URL",
    cell: ({ adapter, saysUser }) => (
      <code>
        …/v1/dialer/<i>token</i>/{adapter}
        {!saysUser && "?user_email=…"}
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
    title: "Change",
    cell: (row) => (
      <Button onClick={() => change(row)}>
        {row.secretSetAt ? "Change" : "Set"} <span class="unseen">the secret of {row.title}</span>
      </Button>
    ),
  },
];

/** Whose webhooks are understood, and whether they are checked. */
export const PhoneSystems = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const [changed, change] = useState<Row>();
  const close = () => change(undefined);
  return (
    <Section title="Phone systems">
      <p class="muted">
        Each of these is given the dialer URL of the organization with its name after it. Where a
        secret is set, only what carries its signature is taken.
      </p>
      <Problem of={problem} retry={reload} />
      {!data && !problem && <Skeleton rows={5} />}
      {data && (
        <Table
          caption="Phone systems"
          columns={columns(change)}
          rows={data.dialers}
          idOf={({ adapter }) => adapter}
        />
      )}
      {changed && <SecretDialog of={changed} onClose={close} onChange={reload} />}
    </Section>
  );
};
