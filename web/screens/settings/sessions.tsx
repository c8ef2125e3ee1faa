import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  Confirm,
  Section,
  StatusBadge,
  Table,
  Time,
} from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import { type AccountQuery, EndSession, SignOutEverywhere } from "./account.graphql.js";
import { formatBrowser } from "./format-browser.js";

type Row = AccountQuery["sessions"][number];

const buildColumns = (end: (row: Row) => void): Column<Row>[] => [
  {
    title: "Browser",
    isHeader: true,
    cell: ({ userAgent, current }) => (
      <>
        <span title={userAgent}>{formatBrowser(userAgent)}</span>{" "}
        {current && <StatusBadge status="active" text="this session" />}
      </>
    ),
  },
  { title: "IP address", cell: ({ ipAddress }) => <span class="address">{ipAddress}</span> },
  { title: "Signed in", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { title: "Last used", cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
  { title: "Expires", cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    title: "Actions",
    cell: (row) =>
      !row.current && (
        <Button
          aria-label={`End session: ${formatBrowser(row.userAgent)}`}
          onClick={() => end(row)}
        >
          End session
        </Button>
      ),
  },
];

const SignOutEverywhereDialog = ({ onClose }: { onClose: () => void }) => {
  const { route } = useLocation();
  const signOut = useMutation(SignOutEverywhere);
  const leave = async (): Promise<void> => {
    if (await signOut.run({})) route(href("/sign-in"));
  };
  return (
    <Confirm
      title="Sign out everywhere"
      action="Sign out everywhere"
      mutation={signOut}
      onClose={onClose}
      onConfirm={() => void leave()}
    >
      <p>Ends all your sessions, including this one. Other users stay signed in.</p>
    </Confirm>
  );
};

const EndSessionDialog = ({
  session,
  onClose,
  onDone,
}: {
  session: Row;
  onClose: () => void;
  onDone: () => void;
}) => {
  const end = useMutation(EndSession);
  return (
    <Confirm
      title="End session"
      action="End session"
      mutation={end}
      onClose={onClose}
      onConfirm={() => void end.run({ id: session.id }).then((data) => data && onDone())}
    >
      <p>
        {formatBrowser(session.userAgent)}
        {session.ipAddress && ` at ${session.ipAddress}`} will be signed out at once.
      </p>
    </Confirm>
  );
};

/** The admin's sessions. */
export const Sessions = ({
  sessions,
  isBusy,
  reload,
}: {
  sessions: Row[];
  isBusy: boolean;
  reload: () => void;
}) => {
  const [selected, setSelected] = useState<Row>();
  const [isSigningOut, setSigningOut] = useState(false);
  const finish = (): void => {
    setSelected(undefined);
    showToast("Session ended");
    reload();
  };
  return (
    <Section
      title="Your sessions"
      actions={
        <Button kind="danger" onClick={() => setSigningOut(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <Table
        caption="Your sessions, last used first"
        columns={buildColumns(setSelected)}
        rows={sessions}
        idOf={({ id }) => id}
        isBusy={isBusy}
      />
      {selected && (
        <EndSessionDialog
          session={selected}
          onClose={() => setSelected(undefined)}
          onDone={finish}
        />
      )}
      {isSigningOut && <SignOutEverywhereDialog onClose={() => setSigningOut(false)} />}
    </Section>
  );
};
