import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  CurlHint,
  Empty,
  Field,
  Filters,
  Problem,
  Select,
  Skeleton,
  Status,
  Table,
  Time,
} from "../../parts/index.js";
import { counted } from "../../src/format.js";
import { href, useFilters } from "../../src/location.js";
import { useQuery } from "../../src/query.js";
import { Users as Operation } from "../people.graphql.js";
import type { User } from "./shape.js";
import { UserDialog } from "./user-dialog.js";

const columns = (edit: (user: User) => void): Column<User>[] => [
  {
    title: "Name",
    head: true,
    cell: ({ name, email }) => (
      <>
        <a href={href("/recordings", {}, { userEmail: email })}>{name}</a>
        <span class="muted answer">{email}</span>
      </>
    ),
  },
  { title: "Role", cell: ({ role }) => role },
  { title: "State", cell: ({ active }) => <Status of={active ? "active" : "inactive"} /> },
  { title: "Last recorded", cell: ({ lastRecordedAt }) => <Time at={lastRecordedAt} /> },
  { title: "Last here", cell: ({ accessedAt }) => <Time at={accessedAt} /> },
  {
    title: "Edit",
    cell: (user) => (
      <Button aria-label={`Edit ${user.name}`} onClick={() => edit(user)}>
        Edit
      </Button>
    ),
  },
];

const states: Record<string, string> = { "": "All", active: "Active", inactive: "Inactive" };

const isLike = (user: User, search: string, state: string): boolean =>
  (state === "" || user.active === (state === "active")) &&
  `${user.name}\n${user.email}\n${user.role}`.toLowerCase().includes(search.toLowerCase());

/** Everybody whose calls are recorded, or who looks at them. */
export const Users = () => {
  const { data, problem, busy, reload } = useQuery(Operation, {});
  const [{ search = "", state = "" }, change] = useFilters(["search", "state"]);
  const [edited, edit] = useState<User | "new">();
  const rows = data?.users.filter((user) => isLike(user, search, state));
  return (
    <>
      <div class="with-action">
        <Filters change={change}>
          <Field label="Search" name="search" type="search" value={search} />
          <Select label="State" name="state" options={states} value={state} />
        </Filters>
        <Button kind="main" onClick={() => edit("new")}>
          New user
        </Button>
      </div>
      <Problem of={problem} retry={reload} />
      {!rows && !problem && <Skeleton rows={8} />}
      {rows?.length === 0 && <Empty title="Nobody is like that" />}
      {rows && rows.length > 0 && (
        <>
          <div class="card">
            <Table
              caption="Users, by name"
              columns={columns(edit)}
              rows={rows}
              idOf={({ email }) => email}
              busy={busy}
            />
          </div>
          <p class="muted small count" role="status">
            {counted(rows.length, "user")}
          </p>
        </>
      )}
      {edited && (
        <UserDialog
          of={edited === "new" ? undefined : edited}
          taken={data?.users.map(({ email }) => email) ?? []}
          onClose={() => edit(undefined)}
          onDone={() => {
            edit(undefined);
            reload();
          }}
        />
      )}
      <CurlHint path="users" />
    </>
  );
};
