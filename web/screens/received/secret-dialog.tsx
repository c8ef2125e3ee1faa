import { Button, Dialog, Field, Form } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { type PhoneSystemsQuery, SetDialerSecret } from "./received.graphql.js";

/** Sets or removes the secret that verifies a phone system's requests. */
export const SecretDialog = ({
  phoneSystem,
  onClose,
  onChange,
}: {
  phoneSystem: PhoneSystemsQuery["dialers"][number];
  onClose: () => void;
  onChange: () => void;
}) => {
  const setting = useMutation(SetDialerSecret);
  const save = async (secret: string | null): Promise<void> => {
    if (!(await setting.run({ adapter: phoneSystem.adapter, secret }))) return;
    onChange();
    onClose();
  };
  return (
    <Dialog title={`${phoneSystem.title} secret`} onClose={onClose}>
      <Form mutation={setting} onSubmit={(values) => void save(values.get("secret"))}>
        <Field
          label={phoneSystem.secretDescription}
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
          {phoneSystem.secretSetAt && (
            <Button isBusy={setting.isBusy} onClick={() => void save(null)}>
              Remove secret
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
};
