import { Button, Dialog, Form, Select } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { type CallSourcesQuery, type RepChannel, SetRepChannel } from "./received.graphql.js";

export const repChannelTexts: Record<RepChannel, string> = {
  left: "Rep on the left",
  right: "Rep on the right",
  caller_left: "Caller on the left",
};

/** Sets the rep's channel in a source's stereo recordings. */
export const RepChannelDialog = ({
  source: { source, title, repChannel },
  onClose,
  onChange,
}: {
  source: CallSourcesQuery["callSources"][number];
  onClose: () => void;
  onChange: () => void;
}) => {
  const setting = useMutation(SetRepChannel);
  const save = async (chosen: string): Promise<void> => {
    if (!(await setting.run({ source, repChannel: chosen as RepChannel }))) return;
    onChange();
    onClose();
  };
  return (
    <Dialog title={`Stereo recordings: ${title}`} onClose={onClose}>
      <Form mutation={setting} onSubmit={(values) => void save(values.get("repChannel"))}>
        <Select
          label="Who is on which side"
          name="repChannel"
          options={repChannelTexts}
          value={repChannel}
          hint="Caller on the left: the rep is on the right of inbound calls, and on the left of others. The call’s custom field direction decides."
        />
        <p class="muted">Applies to new transcriptions. Mono recordings have no sides.</p>
        <div class="actions">
          <Button kind="main" type="submit" isBusy={setting.isBusy}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  );
};
