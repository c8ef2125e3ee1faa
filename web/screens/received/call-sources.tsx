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
import { LoginDialog } from "./login-dialog.js";
import { CallSources as Operation, type CallSourcesQuery } from "./received.graphql.js";
import { RepChannelDialog, repChannelTexts } from "./rep-channel-dialog.js";

type Login = CallSourcesQuery["dialerMediaCredentials"][number];
type Row = CallSourcesQuery["callSources"][number] & { login: Login | undefined };
type Edited = { row: Row; part: "side" | "login" };

/** The file comes with the call. */
const NEEDS_NO_LOGIN = "upload";

const buildColumns = (edit: (edited: Edited) => void): Column<Row>[] => [
  { title: "Calls from", isHeader: true, cell: ({ title }) => title },
  { title: "Stereo recordings", cell: ({ repChannel }) => repChannelTexts[repChannel] },
  {
    title: "Login for recordings",
    cell: ({ source, login }) => {
      if (source === NEEDS_NO_LOGIN) return null;
      if (!login) return <span class="muted">none</span>;
      return (
        <>
          <code>{login.host}</code>, set <Time at={login.setAt} />
        </>
      );
    },
  },
  {
    title: "Actions",
    cell: (row) => (
      <div class="actions">
        <Button onClick={() => edit({ row, part: "side" })}>
          Change side
          <span class="visually-hidden"> of {row.title}</span>
        </Button>
        {row.source !== NEEDS_NO_LOGIN && (
          <Button onClick={() => edit({ row, part: "login" })}>
            {row.login ? "Change login" : "Set login"}
            <span class="visually-hidden"> for {row.title}</span>
          </Button>
        )}
      </div>
    ),
  },
];

const toRows = ({ callSources, dialerMediaCredentials }: CallSourcesQuery): Row[] =>
  callSources.map((row) => ({
    ...row,
    login: dialerMediaCredentials.find(({ adapter }) => adapter === row.source),
  }));

/** Each source's rep channel, and the login for fetching its recordings. */
export const CallSources = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const [edited, setEdited] = useState<Edited>();
  const dialog = edited && {
    source: edited.row,
    onClose: () => setEdited(undefined),
    onChange: reload,
  };
  return (
    <Section title="Recordings">
      <p class="muted">
        A stereo recording has a speaker on each side. Tell debrief which side is your rep, so that
        talk ratio and coaching are about the right person. Some phone systems also require a login
        before they hand out a recording.
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={7} />}
      {data && (
        <Table
          caption="Recordings by source"
          columns={buildColumns(setEdited)}
          rows={toRows(data)}
          idOf={({ source }) => source}
        />
      )}
      {dialog && edited.part === "side" && <RepChannelDialog {...dialog} />}
      {dialog && edited.part === "login" && <LoginDialog {...dialog} login={edited.row.login} />}
    </Section>
  );
};
