import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import {
  Button,
  EmptyState,
  Filters,
  ProblemAlert,
  Screen,
  Select,
  Skeleton,
} from "../../parts/index.js";
import { href, useFilters } from "../../lib/location.js";
import { useConnection } from "../../lib/use-connection.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useQuery } from "../../lib/use-query.js";
import { useUsers } from "../../lib/use-users.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { ClipItem } from "./clip-item.js";
import { Clips, Playlists } from "./library.graphql.js";
import { PlaylistNameDialog } from "./playlist-forms.js";
import { PlaylistView } from "./playlist-view.js";

const filterNames = ["show", "userEmail", "playlist"] as const;

type FilterValues = Partial<Record<(typeof filterNames)[number], string>>;

const showTexts = { "": "Shared", mine: "Made by you", all: "All that you see" };

const toFilter = ({ show, userEmail }: FilterValues, viewer: string | undefined) => ({
  ...(!show && { shared: true }),
  ...(show === "mine" && viewer && { authorEmail: viewer }),
  ...(userEmail && { userEmail }),
});

/** The clips that the user can hear, the newest first. */
const ClipList = ({
  values,
  onChange,
}: {
  values: FilterValues;
  onChange: (changes: FilterValues) => void;
}) => {
  const { show = "", userEmail = "" } = values;
  const users = useUsers();
  const filter = toFilter(values, useViewerEmail());
  const list = useConnection(Clips, { filter }, (data) => data.clips);
  const { nodes } = list;
  return (
    <>
      <Filters onChange={onChange}>
        <Select label="Clips" name="show" options={showTexts} value={show} />
        <Select
          label="Calls of"
          name="userEmail"
          options={{ "": "All users", ...(userEmail && { [userEmail]: userEmail }), ...users }}
          value={userEmail}
        />
      </Filters>
      <ProblemAlert problem={list.problem} onRetry={list.reload} />
      {!nodes && !list.problem && <Skeleton rows={10} />}
      {nodes?.length === 0 && !list.hasMore && (
        <EmptyState title="No such clips">
          <p>
            A clip is a moment of a call, such as a good close, to share with others. Open a
            recording and choose <strong>Make a clip</strong>.
          </p>
        </EmptyState>
      )}
      {nodes && nodes.length > 0 && (
        <ul class="threads card">
          {nodes.map((clip) => (
            <ClipItem key={clip.id} clip={clip} onChanged={list.reload} />
          ))}
        </ul>
      )}
      {list.hasMore && (
        <Button isBusy={list.isBusy} onClick={list.loadMore}>
          Load more
        </Button>
      )}
    </>
  );
};

/** Clips and playlists. */
const Library = () => {
  const [values, change] = useFilters(filterNames);
  const { route } = useLocation();
  const { data, problem, reload } = useQuery(Playlists, {});
  const [isNaming, setNaming] = useState(false);
  const isManager = useIsManager();
  const playlists = data?.playlists ?? [];
  const { playlist } = values;
  const actions = isManager && <Button onClick={() => setNaming(true)}>New playlist</Button>;
  return (
    <Screen title="Library" actions={actions}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={1} />}
      {playlists.length > 0 && (
        <nav aria-label="Playlists">
          <ul class="playlists">
            <li>
              <a href={href("/library")} aria-current={playlist ? undefined : "page"}>
                All clips
              </a>
            </li>
            {playlists.map(({ id, name }) => (
              <li key={id}>
                <a
                  href={href("/library", {}, { playlist: id })}
                  aria-current={playlist === id ? "page" : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {playlist ? (
        <PlaylistView key={playlist} id={playlist} onChanged={reload} />
      ) : (
        <ClipList values={values} onChange={change} />
      )}
      {isNaming && (
        <PlaylistNameDialog
          onClose={() => setNaming(false)}
          onDone={(id) => {
            setNaming(false);
            reload();
            route(href("/library", {}, { playlist: id }));
          }}
        />
      )}
    </Screen>
  );
};

export default Library;
