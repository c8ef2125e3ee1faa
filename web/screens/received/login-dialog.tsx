import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, type FormValues, Select } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import {
  type CallSourcesQuery,
  type DialerMediaCredentialInput,
  type MediaCredentialKind,
  SetDialerMediaCredential,
} from "./received.graphql.js";

const kindTexts: Record<MediaCredentialKind, string> = {
  basic: "User and password",
  bearer: "Token",
  header: "Header",
};
/** The labels of a login's name and secret; a token has no name. */
const labels: Record<MediaCredentialKind, { name?: string; secret: string }> = {
  basic: { name: "User", secret: "Password" },
  bearer: { secret: "Token" },
  header: { name: "Name of the header", secret: "Value of the header" },
};

const readLogin = (values: FormValues, kind: MediaCredentialKind): DialerMediaCredentialInput => ({
  host: values.get("host"),
  kind,
  name: labels[kind].name === undefined ? null : values.get("name"),
  secret: values.get("secret"),
});

/** Sets or removes the login for fetching a phone system's recordings. */
export const LoginDialog = ({
  source: { source, title },
  login,
  onClose,
  onChange,
}: {
  source: CallSourcesQuery["callSources"][number];
  login: CallSourcesQuery["dialerMediaCredentials"][number] | undefined;
  onClose: () => void;
  onChange: () => void;
}) => {
  const setting = useMutation(SetDialerMediaCredential);
  const [kind, setKind] = useState<MediaCredentialKind>(login?.kind ?? "basic");
  const save = async (input: DialerMediaCredentialInput | null): Promise<void> => {
    if (!(await setting.run({ adapter: source, input }))) return;
    onChange();
    onClose();
  };
  return (
    <Dialog title={`Login for recordings: ${title}`} onClose={onClose}>
      <Form mutation={setting} onSubmit={(values) => void save(readLogin(values, kind))}>
        <Field
          label="Host of the recordings"
          name="host"
          required
          defaultValue={login?.host ?? ""}
          placeholder="api.example.com"
          hint="Only this host receives the login, over https."
        />
        <Select
          label="Kind"
          name="kind"
          options={kindTexts}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as MediaCredentialKind)}
        />
        {labels[kind].name && (
          <Field label={labels[kind].name} name="name" required autocomplete="off" />
        )}
        <Field
          label={labels[kind].secret}
          name="secret"
          type="password"
          autocomplete="off"
          required
          hint="Stored encrypted. You can’t see it again."
        />
        <div class="actions">
          <Button kind="main" type="submit" isBusy={setting.isBusy}>
            Save
          </Button>
          {login && (
            <Button isBusy={setting.isBusy} onClick={() => void save(null)}>
              Remove login
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
};
