import { useState } from "preact/hooks";
import { Check, Field } from "../../parts/index.js";
import type { User } from "./shape.js";

/** The role of each member, by e-mail. */
export type Roles = Record<string, string>;

/** More than can be seen at once. */
const MANY = 8;

interface MemberProps {
  of: User;
  /** None: is no member. */
  role: string | undefined;
  set: (role: string | undefined) => void;
}

const Member = ({ of: { name, email, active }, role, set }: MemberProps) => (
  <li>
    <Check
      checked={role !== undefined}
      onChange={({ currentTarget }) => set(currentTarget.checked ? "member" : undefined)}
      label={
        <>
          {name}
          {!active && <span class="muted"> (inactive)</span>}
          <span class="muted answer">{email}</span>
        </>
      }
    />
    {role !== undefined && (
      <Field
        label={`Role of ${name}`}
        value={role}
        onInput={({ currentTarget }) => set(currentTarget.value)}
        required
      />
    )}
  </li>
);

interface Props {
  users: User[];
  roles: Roles;
  set: (roles: Roles) => void;
}

/** Everybody, to tick the members of a team. */
export const MemberFields = ({ users, roles, set }: Props) => {
  const [search, setSearch] = useState("");
  const found = users.filter(({ name, email }) =>
    `${name}\n${email}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const change = (email: string, role: string | undefined): void =>
    set(
      Object.fromEntries(
        users.flatMap((user) => {
          const its = user.email === email ? role : roles[user.email];
          return its === undefined ? [] : [[user.email, its]];
        }),
      ),
    );
  return (
    <fieldset>
      <legend>Members</legend>
      {users.length > MANY && (
        <Field
          label="Find"
          type="search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          // Enter is not for saving here.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <ul class="members">
        {found.map((user) => (
          <Member
            key={user.email}
            of={user}
            role={roles[user.email]}
            set={(role) => change(user.email, role)}
          />
        ))}
      </ul>
    </fieldset>
  );
};
