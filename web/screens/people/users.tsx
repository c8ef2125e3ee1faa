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
import { AccessDialog } from "./access-dialog.js";
import { InviteDialog } from "./invite-dialog.js";
import { signInRoleNames } from "./sign-in-roles.js";
import { UserDialog } from "./user-dialog.js";

const isOver = (time: string): boolean => Date.parse(time) <= Date.now();

/** A user's sign-in role, and the end of an invitation. */
const SignIn = ({ user: { signInRole, invitedUntil } }: { user: User }) =>
  signInRole === null ? (
    <span class="muted">can’t sign in</span>
  ) : (
    <>
      {signInRoleNames[signInRole]}
      {invitedUntil !== null && (
        <span class="muted second-line">
          {isOver(invitedUntil) ? "invitation ended " : "invited until "}
          <Time at={invitedUntil} />
        </span>
      )}
    </>
  );

const buildColumns = (
  edit: (user: User) => void,
  changeAccess: (user: User) => void,
): Column<User>[] => [
  {
    title: "Name",
    isHeader: true,
    cell: ({ name, email, role }) => (
      <>
        <a href={href("/recordings", {}, { userEmail: email })}>{name}</a>
        <span class="muted second-line">{email}</span>
        {role !== "rep" && <span class="muted second-line">Label: {role}</span>}
      </>
    ),
  },
  { title: "Role", cell: (user) => <SignIn user={user} /> },
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
      <div class="actions">
        <Button aria-label={`Edit ${user.name}`} onClick={() => edit(user)}>
          Edit
        </Button>
        {user.active && (
          <Button
            aria-label={user.signInRole ? `Access of ${user.name}` : `Invite ${user.name}`}
            onClick={() => changeAccess(user)}
          >
            {user.signInRole ? "Access" : "Invite"}
          </Button>
        )}
      </div>
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
  const [access, setAccess] = useState<User>();
  const [invited, setInvited] = useState<User | "new">();
  const changeAccess = (user: User): void => (user.signInRole ? setAccess(user) : setInvited(user));
  const rows = data?.users.filter((user) => isMatching(user, search, state));
  return (
    <>
      <div class="action-row">
        <Filters onChange={change}>
          <Field label="Search" name="search" type="search" value={search} />
          <Select label="Status" name="state" options={statusTexts} value={state} />
        </Filters>
        <div class="actions">
          <Button onClick={() => setEdited("new")}>New user</Button>
          <Button kind="main" onClick={() => setInvited("new")}>
            Invite
          </Button>
        </div>
      </div>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!rows && !problem && <Skeleton rows={8} />}
      {rows?.length === 0 && <EmptyState title="No users match these filters" />}
      {rows && rows.length > 0 && (
        <>
          <div class="card">
            <Table
              caption="Users, by name"
              columns={buildColumns(setEdited, changeAccess)}
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
      {invited && (
        <InviteDialog
          user={invited === "new" ? undefined : invited}
          onClose={() => setInvited(undefined)}
          onInvited={reload}
        />
      )}
      {access && (
        <AccessDialog
          user={access}
          onClose={() => setAccess(undefined)}
          onDone={() => {
            setAccess(undefined);
            reload();
          }}
        />
      )}
      <CurlHint path="users" />
    </>
  );
};
