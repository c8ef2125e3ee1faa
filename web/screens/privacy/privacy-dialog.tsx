import {
  Button,
  Checkbox,
  Dialog,
  Form,
  Select,
  TextArea,
  type FormValues,
} from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import { formatPatterns, parsePatterns, refusedConsentTexts } from "./privacy-texts.js";
import { type PrivacyQuery, SetPrivacy } from "./privacy.graphql.js";

type RefusedConsent = PrivacyQuery["refusedConsent"];

/** Edits what is redacted, and what happens to calls without consent. */
export const PrivacyDialog = ({
  current,
  onClose,
  onDone,
}: {
  current: PrivacyQuery;
  onClose: () => void;
  onDone: () => void;
}) => {
  const set = useMutation(SetPrivacy);
  const submit = async (values: FormValues): Promise<void> => {
    const redaction = {
      cardNumbers: values.get("cardNumbers") !== "",
      patterns: parsePatterns(values.get("patterns")),
    };
    const refused = values.get("refused") as RefusedConsent;
    if (!(await set.run({ redaction, refused }))) return;
    showToast("Saved");
    onDone();
  };
  return (
    <Dialog title="Change privacy" onClose={onClose}>
      <Form mutation={set} onSubmit={(values) => void submit(values)}>
        <Checkbox
          label="Replace card numbers in texts, and silence them in audio"
          name="cardNumbers"
          defaultChecked={current.redaction.cardNumbers}
        />
        <TextArea
          label="Own patterns"
          name="patterns"
          defaultValue={formatPatterns(current.redaction.patterns)}
          hint="One per line, such as: customer no = K-[0-9]{6}. The pattern is a regular expression in RE2 syntax."
        />
        <Select
          label="Calls without consent"
          name="refused"
          options={refusedConsentTexts}
          value={current.refusedConsent}
          hint="Applies to refused calls from now on."
        />
        <p class="muted">Stored data doesn’t change.</p>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={set.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
