import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  Confirm,
  ProblemAlert,
  Section,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { CreateKey } from "./create-key.js";
import { NamedKeys as Operation, type NamedKeysQuery, RevokeNamedKey } from "./keys.graphql.js";

type Key = NamedKeysQuery["namedKeys"][number];

/** Whose data the key reaches. */
const formatReach = ({ user, teams }: Key): string => {
  if (user) return `what ${user.name} sees`;
  return teams ? teams.map(({ name }) => name).join(", ") || "no team any more" : "everything";
};

const buildColumns = (revoke: (key: Key) => void): Column<Key>[] => [
  {
    title: "Name",
    isHeader: true,
    cell: ({ name, prefix }) => (
      <>
        {name} <code class="second-line">{prefix}…</code>
      </>
    ),
  },
  { title: "May", cell: ({ scopes }) => scopes.join(", ") },
  { title: "Reaches", cell: formatReach },
  {
    title: "Last used",
    cell: ({ lastUsedAt, lastUsedAddress }) => (
      <span>
        <Time at={lastUsedAt} />
        {lastUsedAddress && <span class="muted second-line">{lastUsedAddress}</span>}
      </span>
    ),
  },
  {
    title: "Ends",
    cell: ({ expiresAt }) =>
      expiresAt ? (
        <span>
          <Time at={expiresAt} isDayOnly />
          {Date.parse(expiresAt) < Date.now() && <strong class="second-line">expired</strong>}
        </span>
      ) : (
        <span class="muted">never</span>
      ),
  },
  {
    title: "Revoke",
    isTitleHidden: true,
    cell: (key) => (
      <Button aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
        Revoke
      </Button>
    ),
  },
];

const RevokeKey = ({
  revoked: { id, name },
  onClose,
  onDone,
}: {
  revoked: Key;
  onClose: () => void;
  onDone: () => void;
}) => {
  const revoke = useMutation(RevokeNamedKey);
  const confirm = async (): Promise<void> => {
    if (!(await revoke.run({ id }))) return;
    showToast("Key revoked");
    onDone();
  };
  return (
    <Confirm
      title={`Revoke ${name}?`}
      action="Revoke"
      mutation={revoke}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>The next request with this key is refused. This can’t be undone.</p>
    </Confirm>
  );
};

/** The keys of programs and assistants; for managers and reps, their own. */
export const NamedKeys = () => {
  const isAdmin = useIsAdmin();
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<Key>();
  return (
    <Section
      title={isAdmin ? "Keys of programs and assistants" : "Keys of your assistants"}
      actions={<Button onClick={() => setCreating(true)}>Create a key</Button>}
    >
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={3} />}
      {data && data.namedKeys.length === 0 && (
        <p class="muted">
          {isAdmin
            ? "None yet. Give each program a key of its own, with only the rights that it needs: you can revoke it without affecting other keys."
            : "None yet. With a key, an assistant (MCP) reads the calls that you see."}
        </p>
      )}
      {data && data.namedKeys.length > 0 && (
        <Table
          caption="Named keys"
          columns={buildColumns(setRevoked)}
          rows={data.namedKeys}
          idOf={({ id }) => id}
          isBusy={isBusy}
        />
      )}
      {isCreating && <CreateKey onClose={() => setCreating(false)} onDone={reload} />}
      {revoked && (
        <RevokeKey
          revoked={revoked}
          onClose={() => setRevoked(undefined)}
          onDone={() => {
            setRevoked(undefined);
            reload();
          }}
        />
      )}
    </Section>
  );
};
