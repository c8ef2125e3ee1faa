import { Button, Dialog, Form, Select } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { type RepChannel, SetRepChannel } from "./received.graphql.js";
import { repChannelTexts } from "./rep-channel-texts.js";
import type { CallSource } from "./types.js";

/** Chooses the rep's channel in a source's stereo recordings. */
export const RepChannelDialog = ({
  source: { source, title, repChannel },
  onClose,
  onChange,
}: {
  source: CallSource;
  onClose: () => void;
  onChange: () => void;
}) => {
  const setting = useMutation(SetRepChannel);
  const save = async (chosen: string): Promise<void> => {
    if (!(await setting.run({ source, repChannel: chosen as RepChannel }))) return;
    showToast("Saved");
    onChange();
    onClose();
  };
  return (
    <Dialog title={`${title}: stereo recordings`} onClose={onClose}>
      <Form mutation={setting} onSubmit={(values) => void save(values.get("repChannel"))}>
        <Select
          label="Channels"
          name="repChannel"
          options={repChannelTexts}
          value={repChannel}
          hint="The left channel is the first. If the caller is on the left, the rep is on the right in inbound calls and on the left in all others."
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={setting.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
