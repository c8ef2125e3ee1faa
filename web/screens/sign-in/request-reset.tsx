import { Button, Field, Form, type FormValues } from "../../parts/index.js";
import { useState } from "preact/hooks";
import { sendOperation } from "../../lib/send-operation.js";
import { useMutation } from "../../lib/use-mutation.js";
import { RequestPasswordReset } from "./sign-in.graphql.js";

/** A form for the e-mail that receives a link to a new password. */
export const RequestReset = ({ onClose }: { onClose: () => void }) => {
  const request = useMutation(RequestPasswordReset, sendOperation);
  const [email, setEmail] = useState<string>();
  const submit = async (values: FormValues): Promise<void> => {
    const address = values.get("email");
    if (await request.run({ email: address })) setEmail(address);
  };
  if (email !== undefined)
    return (
      <>
        <p role="status">
          If {email} can sign in here, a link to a new password is on its way. It works for an hour.
        </p>
        <p class="muted">No mail? Look in the spam folder, or ask an admin for a link.</p>
        <Button onClick={onClose}>Back to sign-in</Button>
      </>
    );
  return (
    <>
      <p class="muted">
        We mail you a link to a new password. Your current password stays until then.
      </p>
      <Form mutation={request} onSubmit={(values) => void submit(values)}>
        <Field
          label="E-mail"
          name="email"
          type="email"
          autocomplete="username"
          autofocus
          required
        />
        <div class="actions">
          <Button onClick={onClose}>Back</Button>
          <Button kind="main" type="submit" isBusy={request.isBusy}>
            Send link
          </Button>
        </div>
      </Form>
    </>
  );
};
