import { useState } from "preact/hooks";
import {
  Button,
  Checkbox,
  Dialog,
  Field,
  Form,
  type FormValues,
  ShownOnce,
} from "../../parts/index.js";
import { dayEnd } from "../../lib/day-bounds.js";
import { consoleBase } from "../../lib/location.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { CreateNamedKey, KeyTeams, type KeyScope } from "./keys.graphql.js";
import { PERSONAL_SCOPES, scopeTexts } from "./scopes.js";

const programScopes = Object.entries(scopeTexts) as [KeyScope, string][];

/** A key for teams can't have these. */
const WHOLE_SCOPES: ReadonlySet<KeyScope> = new Set<KeyScope>(["people", "webhooks"]);

const ProgramFields = () => {
  const teams = useQuery(KeyTeams, {}).data?.teams ?? [];
  const [chosen, setChosen] = useState(0);
  return (
    <>
      <fieldset>
        <legend>What the program may do</legend>
        {programScopes.map(([scope, text]) => (
          <Checkbox
            key={scope}
            label={
              <>
                {text} <code>{scope}</code>
              </>
            }
            name="scopes"
            value={scope}
            defaultChecked={scope === "read"}
            disabled={chosen > 0 && WHOLE_SCOPES.has(scope)}
          />
        ))}
      </fieldset>
      {teams.length > 0 && (
        <fieldset>
          <legend>Only for these teams (none: all)</legend>
          {teams.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              name="teamIds"
              value={id}
              onChange={({ currentTarget }) =>
                setChosen((count) => count + (currentTarget.checked ? 1 : -1))
              }
            />
          ))}
          {chosen > 0 && <p class="hint">A key for teams can’t change users or manage webhooks.</p>}
        </fieldset>
      )}
    </>
  );
};

const PersonalFields = () => (
  <>
    <p class="muted">
      An assistant with this key sees what you see, and changes nothing. The key ends with a new
      password and with signing out everywhere.
    </p>
    <Field
      label="Your password"
      name="currentPassword"
      type="password"
      autoComplete="current-password"
      hint="Leave it empty if you sign in without one."
    />
  </>
);

const buildInput = (values: FormValues, isAdmin: boolean) => {
  const teamIds = values.all("teamIds");
  const expires = values.get("expiresAt");
  const currentPassword = values.get("currentPassword");
  const scopes = isAdmin ? (values.all("scopes") as KeyScope[]) : [...PERSONAL_SCOPES];
  return {
    name: values.get("name"),
    // An assistant reads.
    scopes: scopes.includes("mcp") ? [...new Set<KeyScope>(["read", ...scopes])] : scopes,
    ...(teamIds.length > 0 && { teamIds }),
    ...(expires && { expiresAt: dayEnd(expires) }),
    ...(currentPassword && { currentPassword }),
  };
};

/** Creates a key: an admin's is for a program, another user's for their own assistant. Then shows it, once. */
export const CreateKey = ({ onClose, onDone }: { onClose: () => void; onDone: () => void }) => {
  const isAdmin = useIsAdmin();
  const create = useMutation(CreateNamedKey);
  const [key, setKey] = useState<string>();
  const submit = async (values: FormValues): Promise<void> => {
    const data = await create.run({ input: buildInput(values, isAdmin) });
    if (!data) return;
    setKey(data.createNamedKey.key);
    onDone();
  };
  if (key !== undefined)
    return (
      // Its own key, so that it takes the focus from the form, which is gone.
      <Dialog key="created" title="New key" onClose={onClose}>
        <div class="form">
          <p>Copy it now: you can’t see it again.</p>
          <ShownOnce secrets={{ key }} />
          {!isAdmin && (
            <p>
              Your assistant needs it as <code>Authorization: Bearer …</code> for the address{" "}
              <code>{new URL("mcp", consoleBase).href}</code>.{" "}
              <a href={new URL("docs/mcp", consoleBase).href} target="_blank" rel="noopener">
                Step by step
              </a>
            </p>
          )}
          <div class="actions">
            <Button kind="main" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Create a key" onClose={onClose}>
      <Form mutation={create} onSubmit={(values) => void submit(values)}>
        <Field
          label="Name"
          name="name"
          required
          autofocus
          hint={
            isAdmin
              ? "What the key is for, such as the name of a program"
              : "Such as the name of the assistant"
          }
        />
        {isAdmin ? <ProgramFields /> : <PersonalFields />}
        <Field label="Last day" name="expiresAt" type="date" hint="Empty: it doesn’t expire." />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={create.isBusy}>
            Create
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
