import { Button, Dialog, Form, type FormValues, Select, TextArea } from "../../parts/index.js";
import { formatClock } from "../../lib/format.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useUsers } from "../../lib/use-users.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { AddComment } from "./comments.graphql.js";

/** Where in a call a comment may belong. */
export interface CommentPlace {
  /** Milliseconds from the start; undefined: only the whole call. */
  start: number | undefined;
  /** The line of the transcript that is said there. */
  line: { text: string; start: number } | undefined;
}

/** Longer quotes are cut in the list of places. */
const SHOWN_CHARACTERS = 60;
const TO_ALL = "";
const TO_NOBODY = "private";

const shorten = (text: string): string =>
  text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;

const listPlaces = ({ start, line }: CommentPlace): Record<string, string> => ({
  ...(line && { line: `“${shorten(line.text)}”` }),
  ...(start !== undefined && { time: `The moment at ${formatClock(start)}` }),
  call: "The whole call",
});

const toInput = ({ start, line }: CommentPlace, chosen: string) => {
  if (chosen === "line" && line) return { quote: line.text, start: line.start };
  return chosen === "time" && start !== undefined ? { start } : {};
};

/** Writes a comment on a call. */
export const CommentDialog = ({
  recordingId,
  rep,
  place,
  onClose,
  onDone,
}: {
  recordingId: string;
  /** Whose call it is. */
  rep: { name: string; email: string };
  place: CommentPlace;
  onClose: () => void;
  onDone: () => void;
}) => {
  const add = useMutation(AddComment);
  const users = useUsers();
  const viewer = useViewerEmail();
  const places = listPlaces(place);
  const others = Object.entries(users ?? {}).filter(
    ([email]) => email !== viewer && email !== rep.email,
  );
  const receivers = {
    ...(rep.email !== viewer && { [rep.email]: `${rep.name}, whose call it is` }),
    [TO_ALL]: "Everybody who sees the call",
    ...Object.fromEntries(others),
    [TO_NOBODY]: "Nobody: only you and admins see it",
  };
  const submit = async (values: FormValues): Promise<void> => {
    const receiver = values.get("mentions");
    const isPrivate = receiver === TO_NOBODY;
    const input = {
      recordingId,
      text: values.get("text"),
      isPrivate,
      mentions: isPrivate || receiver === TO_ALL ? [] : [receiver],
      ...toInput(place, values.get("place")),
    };
    if (!(await add.run({ input }))) return;
    showToast("Comment added");
    onDone();
  };
  return (
    <Dialog title="Comment on the call" onClose={onClose}>
      <Form mutation={add} isFocused onSubmit={(values) => void submit(values)}>
        <TextArea label="Comment" name="text" rows={4} required />
        <Select label="About" name="place" options={places} value={Object.keys(places)[0]} />
        <Select
          label="For"
          name="mentions"
          options={receivers}
          hint="Whoever it is for finds it under Comments. All who see the call can read it, unless it is for nobody."
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={add.isBusy}>
            Comment
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
