import { useState } from "preact/hooks";
import { Button, Dialog, Form, type FormValues, Select, TextArea } from "../../parts/index.js";
import { formatClock, shorten } from "../../lib/format.js";
import { showToast } from "../../lib/toast.js";
import { useRecordingViewers } from "../../lib/use-recording-viewers.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { AddComment } from "./comments.graphql.js";

interface SaidWords {
  text: string;
  /** Of the line. Milliseconds from the start of the recording. */
  start: number;
}

/** Where in a call a comment may belong. */
export interface CommentPlace {
  /** Words that are selected in the transcript. */
  selected: SaidWords | undefined;
  /** Milliseconds from the start; undefined: nothing has been played. */
  position: number | undefined;
  /** The line that is said there. */
  line: SaidWords | undefined;
}

const TO_ALL = "";
const TO_NOBODY = "private";

const listPlaces = ({ selected, position, line }: CommentPlace): Record<string, string> => ({
  ...(selected && { selected: `“${shorten(selected.text)}”` }),
  ...(line && { line: `“${shorten(line.text)}”` }),
  ...(position !== undefined && { position: `The moment at ${formatClock(position)}` }),
  call: "The whole call",
});

const toInput = ({ selected, position, line }: CommentPlace, chosen: string) => {
  const words = chosen === "selected" ? selected : chosen === "line" ? line : undefined;
  if (words) return { quote: words.text, start: words.start };
  return chosen === "position" && position !== undefined ? { start: position } : {};
};

/** Writes a comment on a call. */
export const CommentDialog = ({
  recordingId,
  rep,
  place,
  draft,
  onClose,
  onDone,
}: {
  recordingId: string;
  /** Whose call it is. */
  rep: { name: string; email: string; active: boolean };
  place: CommentPlace;
  /** The text so far. */
  draft: string;
  /** Receives the text to keep; empty if the user cancels. */
  onClose: (draft: string) => void;
  onDone: () => void;
}) => {
  const [text, setText] = useState(draft);
  const add = useMutation(AddComment);
  const viewer = useViewerEmail();
  const places = listPlaces(place);
  const others = Object.entries(useRecordingViewers(recordingId)).filter(
    ([email]) => email !== viewer && email !== rep.email,
  );
  const receivers = {
    ...(rep.active && rep.email !== viewer && { [rep.email]: `${rep.name}, whose call it is` }),
    [TO_ALL]: "Everyone who sees the call",
    [TO_NOBODY]: "Only me: admins see it, too",
    ...Object.fromEntries(others),
  };
  const submit = async (values: FormValues): Promise<void> => {
    const receiver = values.get("mentions");
    const isPrivate = receiver === TO_NOBODY;
    const input = {
      recordingId,
      text,
      isPrivate,
      mentions: isPrivate || receiver === TO_ALL ? [] : [receiver],
      ...toInput(place, values.get("place")),
    };
    if (!(await add.run({ input }))) return;
    showToast("Comment added");
    onDone();
  };
  return (
    <Dialog title="Comment on the call" onClose={() => onClose(text)}>
      <Form mutation={add} onSubmit={(values) => void submit(values)}>
        <TextArea
          label="Comment"
          name="text"
          rows={4}
          autofocus
          required
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Select label="About" name="place" options={places} value={Object.keys(places)[0]} />
        <Select
          label="For"
          name="mentions"
          options={receivers}
          hint="They find it under Comments. All who see the call can read it, unless it is only for you."
        />
        <div class="actions">
          <Button onClick={() => onClose("")}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={add.isBusy}>
            Comment
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
