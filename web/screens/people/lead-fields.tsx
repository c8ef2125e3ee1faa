import { useState } from "preact/hooks";
import { Checkbox, Field } from "../../parts/index.js";
import type { User } from "./types.js";

/** Longer lists don't fit the dialog without scrolling, so they get a search field. */
const MAX_USERS_WITHOUT_SEARCH = 8;

interface Props {
  users: User[];
  /** The e-mails of the leads. */
  leads: readonly string[];
  onChange: (leads: string[]) => void;
}

/** Checkboxes for the users who lead a team. */
export const LeadFields = ({ users, leads, onChange }: Props) => {
  const [search, setSearch] = useState("");
  const matching = users.filter(({ name, email }) =>
    `${name}\n${email}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <fieldset>
      <legend>Leads</legend>
      <p class="hint">A lead who signs in as manager sees the members’ data.</p>
      {users.length > MAX_USERS_WITHOUT_SEARCH && (
        <Field
          label="Search leads"
          type="search"
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
          // Enter must not submit the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <ul class="members">
        {matching.map(({ name, email }) => (
          <li key={email}>
            <Checkbox
              checked={leads.includes(email)}
              onChange={({ currentTarget }) => {
                const others = leads.filter((lead) => lead !== email);
                onChange(currentTarget.checked ? [...others, email] : others);
              }}
              label={
                <>
                  {name}
                  <span class="muted second-line">{email}</span>
                </>
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
};
