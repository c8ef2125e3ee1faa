import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, Problem, Skeleton, type Values } from "../../parts/index.js";
import { useMutation, useQuery } from "../../src/query.js";
import { UpsertTeam, Users } from "../people.graphql.js";
import { MemberFields, type Roles } from "./members.js";
import type { Team, User } from "./shape.js";

interface Props {
  /** None makes a new one. */
  of: Team | undefined;
  onClose: () => void;
  onDone: () => void;
}

export const TeamDialog = ({ of, onClose, onDone }: Props) => {
  const { data, problem, reload } = useQuery(Users, {});
  const upsert = useMutation(UpsertTeam);
  const initial = Object.fromEntries(of?.members.map(({ email, role }) => [email, role]) ?? []);
  const [roles, setRoles] = useState<Roles>(initial);
  const isMember = ({ email }: User): boolean => initial[email] !== undefined;
  const users = data?.users
    .filter((user) => user.active || isMember(user))
    .toSorted((a, b) => Number(isMember(b)) - Number(isMember(a)));
  const submit = async (values: Values): Promise<void> => {
    const members = Object.entries(roles).map(([email, role]) => ({ email, role: role.trim() }));
    const input = { id: of?.id ?? null, name: values.get("name").trim(), members };
    if (await upsert.run({ input })) onDone();
  };
  return (
    <Dialog title={of ? "Edit the team" : "New team"} onClose={onClose}>
      <Form of={upsert} onSubmit={(values) => void submit(values)}>
        <Field label="Name" name="name" autofocus defaultValue={of?.name ?? ""} required />
        <Problem of={problem} retry={reload} />
        {!users && !problem && <Skeleton rows={4} />}
        {users && <MemberFields users={users} roles={roles} set={setRoles} />}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={upsert.busy || !users}>
            {of ? "Save" : "Create"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
