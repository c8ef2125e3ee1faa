import {
  Button,
  Checkbox,
  Dialog,
  Field,
  Form,
  type FormValues,
  Select,
} from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { CalendarSettings, readCalendarSettings } from "./calendar-settings.js";
import { AddCalendar as Operation } from "./calendars.graphql.js";

interface Props {
  users: { email: string; name: string }[];
  onClose: () => void;
  onDone: () => void;
}

export const AddCalendar = ({ users, onClose, onDone }: Props) => {
  const addition = useMutation(Operation);
  const submit = async (values: FormValues): Promise<void> => {
    const input = {
      url: values.get("url").trim(),
      userEmail: values.get("userEmail") || null,
      includesAllDay: values.get("includesAllDay") !== "",
      ...readCalendarSettings(values),
    };
    if (!(await addition.run({ input }))) return;
    showToast("Calendar added; its events become appointments within a minute");
    onDone();
  };
  return (
    <Dialog title="Add calendar" onClose={onClose}>
      <Form mutation={addition} onSubmit={(values) => void submit(values)}>
        <Field
          label="Secret address in iCal format"
          name="url"
          type="password"
          hint="Google: Settings → your calendar → Integrate calendar. Outlook: Settings → Calendar → Shared calendars → Publish. You can’t see it again here."
          autocomplete="off"
          autofocus
          required
        />
        <Select
          label="Whose calendar"
          name="userEmail"
          options={{
            "": "The organization’s: each event names its user",
            ...Object.fromEntries(users.map(({ email, name }) => [email, `${name}, ${email}`])),
          }}
          value=""
        />
        <CalendarSettings events="visits" timeZone={null} />
        <Checkbox
          name="includesAllDay"
          value="on"
          label="All-day events become appointments, too"
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={addition.isBusy}>
            Add
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
