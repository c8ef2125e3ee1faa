import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { Button, Field, Form, Select, type FormValues } from "../../parts/index.js";
import { sendOperation } from "../../lib/send-operation.js";
import { href } from "../../lib/location.js";
import { useMutation } from "../../lib/use-mutation.js";
import { createFirstScorecard, firstScorecardTexts } from "./first-scorecard.js";
import { RedeemSetupLink as Operation } from "./setup.graphql.js";

/** Creates an admin with a setup link's token. */
export const NewAdminForm = ({ token }: { token: string }) => {
  const { route } = useLocation();
  const redeem = useMutation(Operation, sendOperation);
  const [isSetUp, setSetUp] = useState(false);
  const submit = async (values: FormValues): Promise<void> => {
    const [name, email, password] = [
      values.get("name"),
      values.get("email"),
      values.get("password"),
    ];
    if (!(await redeem.run({ token, name, email, password }))) return;
    setSetUp(true);
    await createFirstScorecard(values.get("scorecard"));
    route(href("/"), true);
  };
  return (
    <>
      <p class="muted">You will sign in with this e-mail and password.</p>
      <Form mutation={redeem} onSubmit={(values) => void submit(values)}>
        <Field label="Your name" name="name" autocomplete="name" required />
        <Field label="E-mail" name="email" type="email" autocomplete="username" required />
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="new-password"
          minLength={12}
          maxLength={1024}
          hint="At least 12 characters. A few words that only you would combine work well."
          required
        />
        <Select
          label="Scorecard"
          name="scorecard"
          options={firstScorecardTexts}
          hint="The questions that make up a call’s score. Created only if there is no scorecard yet; you can change it later."
        />
        <Button kind="main" type="submit" isBusy={redeem.isBusy || isSetUp}>
          Set up
        </Button>
      </Form>
    </>
  );
};
