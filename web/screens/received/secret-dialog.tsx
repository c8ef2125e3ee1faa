import { Button, Dialog, Field, Form } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { type PhoneSystemsQuery, SetDialerSecret } from "../received.graphql.js";

/** Sets what a phone system's requests are told by, or has all be taken again. */
export const SecretDialog = ({
  of,
  onClose,
  onChange,
}: {
  of: PhoneSystemsQuery["dialers"][number];
  onClose: () => void;
  onChange: () => void;
}) => {
  const set = useMutation(SetDialerSecret);
  const save = async (secret: string | null): Promise<void> => {
    if (!(await set.run({ adapter: of.adapter, secret }))) return;
    onChange();
    onClose();
  };
  return (
    <Dialog title={`The secret of ${of.title}`} onClose={onClose}>
      <Form of={set} onSubmit={(values) => void save(values.get("secret"))}>
        <Field
          label={of.secret}
          name="secret"
          type="password"
          autocomplete="off"
          required
          hint="It is kept sealed, and cannot be read again."
        />
        <div class="actions">
          <Button kind="main" type="submit" busy={set.busy}>
            Set
          </Button>
          {of.secretSetAt && (
            <Button busy={set.busy} onClick={() => void save(null)}>
              Take calls without it
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
};
