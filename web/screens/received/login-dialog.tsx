import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, type FormValues, Select } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { type MediaCredentialKind, SetRecordingLogin } from "./received.graphql.js";
import type { CallSource } from "./types.js";

const kindTexts: Record<MediaCredentialKind, string> = {
  basic: "User and password (Basic)",
  bearer: "Token (Bearer)",
  header: "A header",
};

const secretLabels: Record<MediaCredentialKind, string> = {
  basic: "Password",
  bearer: "Token",
  header: "Value of the header",
};

/** Sets or removes the login with which a source's recordings are fetched. */
export const LoginDialog = ({
  source: { source: adapter, title, login },
  onClose,
  onChange,
}: {
  source: CallSource;
  onClose: () => void;
  onChange: () => void;
}) => {
  const setting = useMutation(SetRecordingLogin);
  const [kind, setKind] = useState<MediaCredentialKind>(login?.kind ?? "basic");
  const save = async (values: FormValues | null): Promise<void> => {
    const input = values && {
      host: values.get("host"),
      kind,
      name: kind === "bearer" ? null : values.get("name"),
      secret: values.get("secret"),
    };
    const data = await setting.run({ adapter, input });
    if (!data) return;
    showToast(input ? "Saved" : "Login removed");
    onChange();
    onClose();
  };
  return (
    <Dialog title={`${title}: login for recordings`} onClose={onClose}>
      <Form mutation={setting} onSubmit={(values) => void save(values)}>
        <Field
          label="Host"
          name="host"
          defaultValue={login?.host ?? ""}
          placeholder="api.example.com"
          required
          hint="The host of the recordings’ URLs. Only this host receives the login, over https."
        />
        <Select
          label="Kind"
          name="kind"
          options={kindTexts}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as MediaCredentialKind)}
        />
        {kind !== "bearer" && (
          <Field
            key={kind}
            label={kind === "basic" ? "User" : "Name of the header"}
            name="name"
            autocomplete="off"
            required
          />
        )}
        <Field
          label={secretLabels[kind]}
          name="secret"
          type="password"
          autocomplete="off"
          required
          hint="Stored encrypted. You can't see it again."
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
