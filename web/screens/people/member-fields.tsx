import { useState } from "preact/hooks";
import { Checkbox, Field } from "../../parts/index.js";
import type { User } from "./types.js";

/** The role of each member, by e-mail. */
export type MemberRoles = Record<string, string>;

/** Longer lists don't fit the dialog without scrolling, so they get a search field. */
const MAX_USERS_WITHOUT_SEARCH = 8;

interface MemberProps {
  user: User;
  /** Undefined if the user isn't a member. */
  role: string | undefined;
  onRoleChange: (role: string | undefined) => void;
}

const Member = ({ user: { name, email, active }, role, onRoleChange }: MemberProps) => (
  <li>
    <Checkbox
      checked={role !== undefined}
      onChange={({ currentTarget }) => onRoleChange(currentTarget.checked ? "member" : undefined)}
      label={
        <>
          {name}
          {!active && <span class="muted"> (inactive)</span>}
          <span class="muted second-line">{email}</span>
        </>
      }
    />
    {role !== undefined && (
      <Field
        label={`Role of ${name}`}
        value={role}
        onInput={({ currentTarget }) => onRoleChange(currentTarget.value)}
        required
      />
    )}
  </li>
);

interface Props {
  users: User[];
  roles: MemberRoles;
  onChange: (roles: MemberRoles) => void;
}

/** Checkboxes and roles for the members of a team. */
export const MemberFields = ({ users, roles, onChange }: Props) => {
  const [search, setSearch] = useState("");
  const matching = users.filter(({ name, email }) =>
    `${name}\n${email}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const changeRole = (email: string, role: string | undefined): void =>
    onChange(
      Object.fromEntries(
        users.flatMap((user) => {
          const newRole = user.email === email ? role : roles[user.email];
          return newRole === undefined ? [] : [[user.email, newRole]];
        }),
      ),
    );
  return (
    <fieldset>
      <legend>Members</legend>
      {users.length > MAX_USERS_WITHOUT_SEARCH && (
        <Field
          label="Search"
          type="search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          // Enter must not submit the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <ul class="members">
        {matching.map((user) => (
          <Member
            key={user.email}
            user={user}
            role={roles[user.email]}
            onRoleChange={(role) => changeRole(user.email, role)}
          />
        ))}
      </ul>
    </fieldset>
  );
};
