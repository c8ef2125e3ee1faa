import { useState } from "preact/hooks";
import {
  Button,
  Confirm,
  Dialog,
  Field,
  Form,
  ProblemAlert,
  Select,
  Skeleton,
} from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import {
  AddToPlaylist,
  CreatePlaylist,
  DeletePlaylist,
  Playlists,
  RenamePlaylist,
} from "./library.graphql.js";

/** Names a new playlist, or another one. */
export const PlaylistNameDialog = ({
  playlist,
  onClose,
  onDone,
}: {
  /** Undefined: a new one. */
  playlist?: { id: string; name: string };
  onClose: () => void;
  /** Receives the playlist's id. */
  onDone: (id: string) => void;
}) => {
  const create = useMutation(CreatePlaylist);
  const rename = useMutation(RenamePlaylist);
  const mutation = playlist ? rename : create;
  const submit = async (name: string): Promise<void> => {
    const id = playlist
      ? (await rename.run({ id: playlist.id, name }))?.renamePlaylist.id
      : (await create.run({ name }))?.createPlaylist.id;
    if (id !== undefined) onDone(id);
  };
  return (
    <Dialog title={playlist ? "Rename the playlist" : "New playlist"} onClose={onClose}>
      <Form mutation={mutation} onSubmit={(values) => void submit(values.get("name"))}>
        <Field
          label="Name"
          name="name"
          required
          autofocus
          maxLength={1024}
          defaultValue={playlist?.name}
          placeholder="Good closes"
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="main" isBusy={mutation.isBusy}>
            {playlist ? "Save" : "Make playlist"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};

/** Deletes a playlist. */
export const DeletePlaylistDialog = ({
  playlist: { id, name },
  onClose,
  onDone,
}: {
  playlist: { id: string; name: string };
  onClose: () => void;
  onDone: () => void;
}) => {
  const remove = useMutation(DeletePlaylist);
  const confirm = async (): Promise<void> => {
    if (!(await remove.run({ id }))) return;
    showToast("Playlist deleted");
    onDone();
  };
  return (
    <Confirm
      title={`Delete the playlist “${name}”?`}
      action="Delete"
      mutation={remove}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>Its clips stay in the library.</p>
    </Confirm>
  );
};

const NEW = "";

/** Adds a clip to a playlist, or to a new one. */
export const AddToPlaylistDialog = ({
  clip,
  onClose,
}: {
  clip: { id: string; title: string };
  onClose: () => void;
}) => {
  const { data, problem, reload } = useQuery(Playlists, {});
  const create = useMutation(CreatePlaylist);
  const add = useMutation(AddToPlaylist);
  const mutation = {
    problem: create.problem ?? add.problem,
    isBusy: create.isBusy || add.isBusy,
  };
  /** One that was made, but to which the clip could not be added. */
  const [made, setMade] = useState<string>();
  const playlists = data?.playlists ?? [];
  const [choice, setChoice] = useState<string>();
  const chosen = choice ?? playlists[0]?.id ?? NEW;
  const make = async (name: string): Promise<string | undefined> => {
    const id = made ?? (await create.run({ name }))?.createPlaylist.id;
    setMade(id);
    return id;
  };
  const submit = async (name: string): Promise<void> => {
    const id = chosen === NEW ? await make(name) : chosen;
    if (id === undefined || !(await add.run({ id, clipId: clip.id }))) return;
    showToast("Added to the playlist");
    onClose();
  };
  return (
    <Dialog title={`Add “${clip.title}” to a playlist`} onClose={onClose}>
      <Form mutation={mutation} onSubmit={(values) => void submit(values.get("name"))}>
        <ProblemAlert problem={problem} onRetry={reload} />
        {!data && !problem && <Skeleton rows={2} />}
        {playlists.length > 0 && (
          <Select
            label="Playlist"
            name="playlist"
            value={chosen}
            onChange={({ currentTarget }) => setChoice(currentTarget.value)}
            options={{
              ...Object.fromEntries(playlists.map(({ id, name }) => [id, name])),
              [NEW]: "A new playlist",
            }}
          />
        )}
        {data && chosen === NEW && (
          <Field
            label="Name of a new playlist"
            name="name"
            required
            maxLength={1024}
            placeholder="Good closes"
          />
        )}
        <p class="hint">
          A playlist shares nothing: users hear the clips in it that are shared with them.
        </p>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          {data && (
            <Button type="submit" kind="main" isBusy={mutation.isBusy}>
              Add
            </Button>
          )}
        </div>
      </Form>
    </Dialog>
  );
};
