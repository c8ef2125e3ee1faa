import { Button, Dialog, Form, type FormValues } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import {
  CalendarSettings,
  type CalendarSettingsProps,
  readCalendarSettings,
} from "./calendar-settings.js";
import { UpdateCalendar } from "./calendars.graphql.js";

interface Props {
  calendar: { id: string } & CalendarSettingsProps;
  onClose: () => void;
  onDone: () => void;
}

export const EditCalendar = ({ calendar: { id, events, timeZone }, onClose, onDone }: Props) => {
  const change = useMutation(UpdateCalendar);
  const submit = async (values: FormValues): Promise<void> => {
    if (!(await change.run({ id, input: readCalendarSettings(values) }))) return;
    showToast("debrief reads the calendar again within a minute");
    onDone();
  };
  return (
    <Dialog title="Change calendar" onClose={onClose}>
      <Form mutation={change} onSubmit={(values) => void submit(values)}>
        <CalendarSettings events={events} timeZone={timeZone} />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={change.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
