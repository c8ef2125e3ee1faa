import { useState } from "preact/hooks";
import { Button, Confirm } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import type { CalendarSettingsProps } from "./calendar-settings.js";
import { EditCalendar } from "./edit-calendar.js";
import { DeleteCalendar, ReadCalendar } from "./calendars.graphql.js";

interface Props {
  calendar: { id: string; host: string } & CalendarSettingsProps;
  reload: () => void;
}

/** Reads a calendar now, changes its settings, or deletes it. */
export const CalendarActions = ({ calendar, reload }: Props) => {
  const { id, host } = calendar;
  const reading = useMutation(ReadCalendar);
  const deletion = useMutation(DeleteCalendar);
  const [isDeleting, setIsDeleting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const read = async (): Promise<void> => {
    if (!(await reading.run({ id, acceptsRemovals: false }))) return;
    showToast("debrief reads the calendar within a minute");
    reload();
  };
  return (
    <span class="actions">
      <Button isBusy={reading.isBusy} onClick={() => void read()}>
        Read now<span class="visually-hidden">: {host}</span>
      </Button>
      <Button onClick={() => setIsEditing(true)}>
        Change<span class="visually-hidden"> {host}</span>
      </Button>
      {isEditing && (
        <EditCalendar
          calendar={calendar}
          onClose={() => setIsEditing(false)}
          onDone={() => {
            setIsEditing(false);
            reload();
          }}
        />
      )}
      <Button kind="danger" onClick={() => setIsDeleting(true)}>
        Delete<span class="visually-hidden"> {host}</span>
      </Button>
      {isDeleting && (
        <Confirm
          title="Delete calendar"
          action="Delete"
          mutation={deletion}
          onClose={() => setIsDeleting(false)}
          onConfirm={() => void deletion.run({ id }).then((data) => data && reload())}
        >
          <p>
            debrief stops reading the calendar at <strong>{host}</strong>, and deletes its
            appointments that haven’t begun and have no recording. The others stay.
          </p>
        </Confirm>
      )}
    </span>
  );
};
