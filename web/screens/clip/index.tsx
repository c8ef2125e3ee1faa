import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import {
  Button,
  Confirm,
  Dialog,
  Duration,
  EmptyState,
  Field,
  Form,
  ProblemAlert,
  Screen,
  Section,
  Skeleton,
  Time,
} from "../../parts/index.js";
import { href, hrefAtTime } from "../../lib/location.js";
import { showToast } from "../../lib/toast.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useMutation } from "../../lib/use-mutation.js";
import { describeAudience } from "../library/audience.js";
import { ClipPlayer, type LoadedClip, useClip } from "../library/clip-player.js";
import { DeleteClip, RenameClip } from "../library/library.graphql.js";
import { AddToPlaylistDialog } from "../library/playlist-forms.js";
import { ShareDialog } from "../library/share-dialog.js";
import type { Clip as ClipDetails } from "../library/types.js";

interface DialogProps {
  clip: ClipDetails;
  onClose: () => void;
  onDone: () => void;
}

const RenameDialog = ({ clip: { id, title }, onClose, onDone }: DialogProps) => {
  const rename = useMutation(RenameClip);
  const submit = async (changed: string): Promise<void> => {
    if (await rename.run({ id, title: changed })) onDone();
  };
  return (
    <Dialog title="Rename the clip" onClose={onClose}>
      <Form mutation={rename} onSubmit={(values) => void submit(values.get("title"))}>
        <Field
          label="Title"
          name="title"
          required
          autofocus
          maxLength={1024}
          defaultValue={title}
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={rename.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};

const DeleteDialog = ({ clip: { id, title }, onClose, onDone }: DialogProps) => {
  const remove = useMutation(DeleteClip);
  const confirm = async (): Promise<void> => {
    if (!(await remove.run({ id }))) return;
    showToast("Clip deleted");
    onDone();
  };
  return (
    <Confirm
      title={`Delete “${title}”?`}
      action="Delete"
      mutation={remove}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>The clip can’t be played any more. The call stays.</p>
    </Confirm>
  );
};

const dialogs = { rename: RenameDialog, delete: DeleteDialog };

const ClipBody = ({ clip, reload }: { clip: LoadedClip; reload: () => void }) => {
  const { route } = useLocation();
  const [open, setOpen] = useState<keyof typeof dialogs | "share" | "playlist">();
  const close = (): void => setOpen(undefined);
  const ChosenDialog = open === "rename" || open === "delete" ? dialogs[open] : undefined;
  const isManager = useIsManager();
  const { recording, rep, author, start, end, createdAt, canChange } = clip;
  const actions = (canChange || isManager) && (
    <div class="actions">
      {canChange && (
        <Button kind="main" onClick={() => setOpen("share")}>
          Share
        </Button>
      )}
      {isManager && <Button onClick={() => setOpen("playlist")}>Add to playlist</Button>}
      {canChange && (
        <>
          <Button icon="edit" onClick={() => setOpen("rename")}>
            Rename
          </Button>
          <Button onClick={() => setOpen("delete")}>Delete</Button>
        </>
      )}
    </div>
  );
  return (
    <Section title={`${rep.name}’s call`} actions={actions}>
      <p class="muted">
        <Duration ms={end - start} /> · made by {author.name} on <Time at={createdAt} isDayOnly /> ·{" "}
        {describeAudience(clip)}
      </p>
      <ClipPlayer clip={clip} reload={reload} />
      {recording && (
        <p>
          <a href={hrefAtTime(recording.id, start)}>Open the call at this moment</a>
        </p>
      )}
      {open === "share" && <ShareDialog clip={clip} onClose={close} onChanged={reload} />}
      {open === "playlist" && <AddToPlaylistDialog clip={clip} onClose={close} />}
      {ChosenDialog && (
        <ChosenDialog
          clip={clip}
          onClose={close}
          onDone={() => {
            close();
            if (open === "delete") route(href("/library"));
            else reload();
          }}
        />
      )}
    </Section>
  );
};

/** One clip, at an address that can be sent to those who have it. */
const Clip = ({ id }: { id: string }) => {
  const { data, problem, isBusy, reload } = useClip(id);
  return (
    <Screen title={data?.clip?.title ?? "Clip"}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && isBusy && <Skeleton rows={8} />}
      {data?.clip && <ClipBody clip={data.clip} reload={reload} />}
      {data && !data.clip && (
        <EmptyState title="Clip not found">
          <p>It may have been deleted, or it is no longer shared with you.</p>
          <p>
            <a href={href("/library")}>Show the library</a>
          </p>
        </EmptyState>
      )}
    </Screen>
  );
};

export default Clip;
