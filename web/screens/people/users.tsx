import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  CurlHint,
  EmptyState,
  Field,
  Filters,
  ProblemAlert,
  Select,
  Skeleton,
  StatusBadge,
  Table,
  Time,
} from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { href, useFilters } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { Users as Operation } from "./people.graphql.js";
import type { User } from "./types.js";
import { UserDialog } from "./user-dialog.js";

const buildColumns = (edit: (user: User) => void): Column<User>[] => [
  {
    title: "Name",
    isHeader: true,
    cell: ({ name, email }) => (
      <>
        <a href={href("/recordings", {}, { userEmail: email })}>{name}</a>
        <span class="muted second-line">{email}</span>
      </>
    ),
  },
  { title: "Role", cell: ({ role }) => role },
  {
    title: "Status",
    cell: ({ active }) => <StatusBadge status={active ? "active" : "inactive"} />,
  },
  {
    title: "Numbers",
    cell: ({ extensions, phones }) => (
      <span class="small">{[...extensions, ...phones].join(", ")}</span>
    ),
  },
  { title: "Last recording", cell: ({ lastRecordedAt }) => <Time at={lastRecordedAt} /> },
  { title: "Last seen", cell: ({ accessedAt }) => <Time at={accessedAt} /> },
  {
    title: "Actions",
    cell: (user) => (
      <Button aria-label={`Edit ${user.name}`} onClick={() => edit(user)}>
        Edit
      </Button>
    ),
  },
];

const statusTexts: Record<string, string> = { "": "All", active: "Active", inactive: "Inactive" };

const isMatching = (user: User, search: string, state: string): boolean =>
  (state === "" || user.active === (state === "active")) &&
  `${user.name}\n${user.email}\n${user.role}`.toLowerCase().includes(search.toLowerCase());

/** All users: people whose calls are recorded or who review them. */
export const Users = () => {
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  const [{ search = "", state = "" }, change] = useFilters(["search", "state"]);
  const [edited, setEdited] = useState<User | "new">();
  const rows = data?.users.filter((user) => isMatching(user, search, state));
  return (
    <>
      <div class="action-row">
        <Filters onChange={change}>
          <Field label="Search" name="search" type="search" value={search} />
          <Select label="Status" name="state" options={statusTexts} value={state} />
        </Filters>
        <Button kind="main" onClick={() => setEdited("new")}>
          New user
        </Button>
      </div>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!rows && !problem && <Skeleton rows={8} />}
      {rows?.length === 0 && <EmptyState title="No users match these filters" />}
      {rows && rows.length > 0 && (
        <>
          <div class="card">
            <Table
              caption="Users, by name"
              columns={buildColumns(setEdited)}
              rows={rows}
              idOf={({ email }) => email}
              isBusy={isBusy}
            />
          </div>
          <p class="muted small count" role="status">
            {formatCount(rows.length, "user")}
          </p>
        </>
      )}
      {edited && (
        <UserDialog
          user={edited === "new" ? undefined : edited}
          existingEmails={data?.users.map(({ email }) => email) ?? []}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            reload();
          }}
        />
      )}
      <CurlHint path="users" />
    </>
  );
};
