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
import { RepChannelDialog } from "./rep-channel-dialog.js";
import { repChannelTexts } from "./rep-channel-texts.js";
import type { CallSource } from "./types.js";

/** Uploads bring their file; nothing is fetched. */
const hasLogin = ({ source }: CallSource): boolean => source !== "upload";

const LoginCell = ({ source }: { source: CallSource }) => {
  const { login } = source;
  if (!hasLogin(source)) return <span class="muted">not needed</span>;
  if (!login) return <span class="muted">none</span>;
  return (
    <>
      {login.kind} for <code>{login.host}</code>, set <Time at={login.setAt} />
    </>
  );
};

interface Edits {
  editChannel: (source: CallSource) => void;
  editLogin: (source: CallSource) => void;
}

const buildColumns = ({ editChannel, editLogin }: Edits): Column<CallSource>[] => [
  { title: "Source", isHeader: true, cell: ({ title }) => title },
  { title: "Stereo recordings", cell: ({ repChannel }) => repChannelTexts[repChannel] },
  { title: "Login", cell: (source) => <LoginCell source={source} /> },
  {
    title: "Actions",
    cell: (source) => (
      <div class="actions">
        <Button onClick={() => editChannel(source)}>
          Change channel<span class="visually-hidden"> of {source.title}</span>
        </Button>
        {hasLogin(source) && (
          <Button onClick={() => editLogin(source)}>
            {source.login ? "Change login" : "Set login"}
            <span class="visually-hidden"> for {source.title}</span>
          </Button>
        )}
      </div>
    ),
  },
];

const joinLogins = (data: CallSourcesQuery): CallSource[] =>
  data.callSources.map((source) => ({
    ...source,
    login: data.dialerMediaCredentials.find(({ adapter }) => adapter === source.source),
  }));

/** Where each source's stereo recordings have the rep, and the logins with which they are fetched. */
export const CallSources = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const [channelOf, editChannel] = useState<CallSource>();
  const [loginOf, editLogin] = useState<CallSource>();
  const close = (): void => {
    editChannel(undefined);
    editLogin(undefined);
  };
  return (
    <Section title="Recordings">
      <p class="muted">
        In a stereo recording, the rep is on one channel and the client on the other. If debrief
        confuses them, change the channel here; it counts for calls transcribed from then on. Some
        phone systems require a login to fetch their recordings.
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={7} />}
      {data && (
        <Table
          caption="Recordings by source"
          columns={buildColumns({ editChannel, editLogin })}
          rows={joinLogins(data)}
          idOf={({ source }) => source}
        />
      )}
      {channelOf && <RepChannelDialog source={channelOf} onClose={close} onChange={reload} />}
      {loginOf && <LoginDialog source={loginOf} onClose={close} onChange={reload} />}
    </Section>
  );
};
