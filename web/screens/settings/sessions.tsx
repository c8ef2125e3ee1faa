import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { Button, type Column, Confirm, Section, Status, Table, Time } from "../../parts/index.js";
import { href } from "../../src/location.js";
import { useMutation } from "../../src/query.js";
import { say } from "../../src/say.js";
import { type AccountQuery, EndSession, SignOutEverywhere } from "./account.graphql.js";
import { browserOf } from "./agent.js";

type Row = AccountQuery["sessions"][number];

const columns = (end: (row: Row) => void): Column<Row>[] => [
  {
    title: "Browser",
    head: true,
    cell: ({ agent, current }) => (
      <>
        <span title={agent}>{browserOf(agent)}</span>{" "}
        {current && <Status of="active" text="this one" />}
      </>
    ),
  },
  { title: "Address", cell: ({ address }) => <span class="address">{address}</span> },
  { title: "Signed in", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { title: "Ends by", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    title: "End",
    cell: (row) =>
      !row.current && (
        <Button aria-label={`End the session of ${browserOf(row.agent)}`} onClick={() => end(row)}>
          End
        </Button>
      ),
  },
];

const Everywhere = ({ onClose }: { onClose: () => void }) => {
  const { route } = useLocation();
  const signOut = useMutation(SignOutEverywhere);
  const leave = async (): Promise<void> => {
    if (await signOut.run({})) route(href("/sign-in"));
  };
  return (
    <Confirm
      title="Sign out everywhere"
      action="Sign out everywhere"
      of={signOut}
      onClose={onClose}
      onConfirm={() => void leave()}
    >
      <p>All of your sessions end, this one too. Other people stay signed in.</p>
    </Confirm>
  );
};

const End = ({ of, onClose, onDone }: { of: Row; onClose: () => void; onDone: () => void }) => {
  const end = useMutation(EndSession);
  return (
    <Confirm
      title="End the session"
      action="End the session"
      of={end}
      onClose={onClose}
      onConfirm={() => void end.run({ id: of.id }).then((data) => data && onDone())}
    >
      <p>
        {browserOf(of.agent)}
        {of.address && ` at ${of.address}`} is signed out with its next request.
      </p>
    </Confirm>
  );
};

/** In which browsers the admin has signed in. */
export const Sessions = ({
  of,
  busy,
  reload,
}: {
  of: Row[];
  busy: boolean;
  reload: () => void;
}) => {
  const [ending, end] = useState<Row>();
  const [leaving, setLeaving] = useState(false);
  const ended = (): void => {
    end(undefined);
    say("The session has ended");
    reload();
  };
  return (
    <Section
      title="Your sessions"
      actions={
        <Button kind="danger" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <Table
        caption="Your sessions, the last used first"
        columns={columns(end)}
        rows={of}
        idOf={({ id }) => id}
        busy={busy}
      />
      {ending && <End of={ending} onClose={() => end(undefined)} onDone={ended} />}
      {leaving && <Everywhere onClose={() => setLeaving(false)} />}
    </Section>
  );
};
