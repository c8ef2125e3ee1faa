import { useLocation } from "preact-iso";
import { useRef, useState } from "preact/hooks";
import { Button, EmptyState, Icon, ProblemAlert, Section, Skeleton } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { showUndo } from "../../lib/toast.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { ClipItem } from "./clip-item.js";
import {
  AddToPlaylist,
  PlaylistById,
  type PlaylistByIdQuery,
  RemoveFromPlaylist,
} from "./library.graphql.js";
import { DeletePlaylistDialog, PlaylistNameDialog } from "./playlist-forms.js";

type Playlist = NonNullable<PlaylistByIdQuery["playlist"]>;

/** The clips of a playlist in order, and for managers what changes it. */
const PlaylistClips = ({
  playlist: { id, clips },
  reload,
}: {
  playlist: Playlist;
  reload: () => void;
}) => {
  const isManager = useIsManager();
  const move = useMutation(AddToPlaylist);
  const remove = useMutation(RemoveFromPlaylist);
  const moveUp = async (index: number): Promise<void> => {
    if (await move.run({ id, clipId: clips[index]!.id, before: clips[index - 1]!.id })) reload();
  };
  const list = useRef<HTMLUListElement>(null);
  const removeClip = async (index: number): Promise<void> => {
    const { id: clipId, title } = clips[index]!;
    if (!(await remove.run({ id, clipId }))) return;
    const before = clips[index + 1]?.id ?? null;
    showUndo(`“${title}” taken out`, AddToPlaylist, { id, clipId, before }, reload);
    // The focused button disappears.
    list.current?.focus();
    reload();
  };
  return (
    <>
      <ProblemAlert problem={move.problem} />
      <ProblemAlert problem={remove.problem} />
      {clips.length === 0 && (
        <p class="muted">
          You hear no clips of this playlist yet.
          {isManager && " Open a clip and choose “Add to playlist”."}
        </p>
      )}
      <ul class="threads" ref={list} tabIndex={-1}>
        {clips.map((clip, index) => (
          <ClipItem
            key={clip.id}
            clip={clip}
            onChanged={reload}
            actions={
              isManager && (
                <>
                  {index > 0 && (
                    <Button
                      kind="quiet"
                      aria-label={`Move ${clip.title} up`}
                      isBusy={move.isBusy}
                      onClick={() => void moveUp(index)}
                    >
                      <Icon name="up" />
                    </Button>
                  )}
                  <Button
                    kind="quiet"
                    aria-label={`Take ${clip.title} out of the playlist`}
                    isBusy={remove.isBusy}
                    onClick={() => void removeClip(index)}
                  >
                    <Icon name="close" />
                  </Button>
                </>
              )
            }
          />
        ))}
      </ul>
    </>
  );
};

/** One playlist. */
export const PlaylistView = ({ id, onChanged }: { id: string; onChanged: () => void }) => {
  const { data, problem, reload } = useQuery(PlaylistById, { id });
  const { route } = useLocation();
  const isManager = useIsManager();
  const [open, setOpen] = useState<"rename" | "delete">();
  const close = (): void => setOpen(undefined);
  const playlist = data?.playlist;
  if (data && !playlist)
    return <EmptyState title="Playlist not found">It may have been deleted.</EmptyState>;
  if (!playlist)
    return problem ? <ProblemAlert problem={problem} onRetry={reload} /> : <Skeleton rows={6} />;
  const actions = isManager && (
    <div class="actions">
      <Button icon="edit" onClick={() => setOpen("rename")}>
        Rename
      </Button>
      <Button onClick={() => setOpen("delete")}>Delete</Button>
    </div>
  );
  return (
    <Section title={playlist.name} actions={actions}>
      <PlaylistClips playlist={playlist} reload={reload} />
      {open === "rename" && (
        <PlaylistNameDialog
          playlist={playlist}
          onClose={close}
          onDone={() => {
            close();
            reload();
            onChanged();
          }}
        />
      )}
      {open === "delete" && (
        <DeletePlaylistDialog
          playlist={playlist}
          onClose={close}
          onDone={() => {
            onChanged();
            route(href("/library"), true);
          }}
        />
      )}
    </Section>
  );
};
