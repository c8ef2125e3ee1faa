import { useState } from "preact/hooks";
import {
  Button,
  Dialog,
  Field,
  Form,
  ProblemAlert,
  Skeleton,
  type FormValues,
} from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { UpsertTeam, Users } from "./people.graphql.js";
import { LeadFields } from "./lead-fields.js";
import { MemberFields, type MemberRoles } from "./member-fields.js";
import type { Team, User } from "./types.js";

interface Props {
  /** Undefined for a new team. */
  team: Team | undefined;
  onClose: () => void;
  onDone: () => void;
}

export const TeamDialog = ({ team, onClose, onDone }: Props) => {
  const { data, problem, reload } = useQuery(Users, {});
  const upsert = useMutation(UpsertTeam);
  const initial = Object.fromEntries(team?.members.map(({ email, role }) => [email, role]) ?? []);
  const [roles, setRoles] = useState<MemberRoles>(initial);
  const [leads, setLeads] = useState(() => team?.leads.map(({ email }) => email) ?? []);
  const isMember = ({ email }: User): boolean => initial[email] !== undefined;
  const users = data?.users
    .filter((user) => user.active || isMember(user) || leads.includes(user.email))
    .toSorted((a, b) => Number(isMember(b)) - Number(isMember(a)));
  const submit = async (values: FormValues): Promise<void> => {
    const members = Object.entries(roles).map(([email, role]) => ({ email, role: role.trim() }));
    const input = { id: team?.id ?? null, name: values.get("name").trim(), members, leads };
    if (await upsert.run({ input })) onDone();
  };
  return (
    <Dialog title={team ? "Edit team" : "New team"} onClose={onClose}>
      <Form mutation={upsert} onSubmit={(values) => void submit(values)}>
        <Field label="Name" name="name" autofocus defaultValue={team?.name ?? ""} required />
        <ProblemAlert problem={problem} onRetry={reload} />
        {!users && !problem && <Skeleton rows={4} />}
        {users && <MemberFields users={users} roles={roles} onChange={setRoles} />}
        {users && <LeadFields users={users} leads={leads} onChange={setLeads} />}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={upsert.isBusy || !users}>
            {team ? "Save" : "Create"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
