import { useRef, useState } from "preact/hooks";
import { Button, Menu, ProblemAlert } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { showUndo } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import type { RecordingFilterValues } from "./filter-names.js";
import {
  DeleteView,
  type FilterChoicesQuery,
  SavedViews as Operation,
  SaveView,
} from "./recordings.graphql.js";
import { DeleteViewDialog, type SavedView, ViewDialog } from "./view-dialog.js";

/** Returns the filters as the query of an address, in an order of their own. */
const formatFilters = (values: RecordingFilterValues): string =>
  new URLSearchParams(
    Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  ).toString();

const parseFilters = (query: string): RecordingFilterValues =>
  Object.fromEntries(new URLSearchParams(query));

interface ViewLink {
  key: string;
  name: string;
  filters: RecordingFilterValues;
  view?: SavedView;
}

/** The views that everyone has. */
const listReadyViews = (trackers: FilterChoicesQuery["trackers"] | undefined): ViewLink[] => {
  const price = trackers?.find(({ concept }) => concept === "price_objection");
  return [
    { key: "all", name: "All", filters: {} },
    { key: "week", name: "This week", filters: { range: "week" } },
    { key: "review", name: "To review", filters: { range: "last30", reviewed: "false" } },
    { key: "best", name: "Best this week", filters: { range: "week", order: "highestScore" } },
    ...(price ? [{ key: "price", name: "Price came up", filters: { trackerId: price.id } }] : []),
  ];
};

/** What a person may do with the view that is shown. */
const ViewMenu = ({
  view,
  onDelete,
  reload,
}: {
  view: SavedView;
  /** Set if the view can be restored; otherwise the deletion has to be confirmed. */
  onDelete: (() => void) | undefined;
  reload: () => void;
}) => {
  const [opened, setOpened] = useState<"change" | "delete">();
  const close = (): void => setOpened(undefined);
  const finish = (): void => {
    close();
    reload();
  };
  return (
    <>
      <Menu label="View">
        <div class="menu-items">
          <Button onClick={() => setOpened("change")}>Rename or share</Button>
          <Button kind="danger" onClick={onDelete ?? (() => setOpened("delete"))}>
            Delete
          </Button>
        </div>
      </Menu>
      {opened === "change" && (
        <ViewDialog view={view} query={view.query} onClose={close} onDone={finish} />
      )}
      {opened === "delete" && <DeleteViewDialog view={view} onClose={close} onDone={finish} />}
    </>
  );
};

/** Links to filters of the list: ready ones, the viewer's own and shared ones. */
export const SavedViews = ({
  values,
  trackers,
}: {
  values: RecordingFilterValues;
  /** Undefined until they are loaded. */
  trackers: FilterChoicesQuery["trackers"] | undefined;
}) => {
  const { data, problem, reload } = useQuery(Operation, {});
  const viewer = useViewerEmail();
  const isAdmin = useIsAdmin();
  const [isSaving, setSaving] = useState(false);
  const remove = useMutation(DeleteView);
  const list = useRef<HTMLElement>(null);
  const deleteOwn = async ({ id, name, query, isShared }: SavedView): Promise<void> => {
    if (remove.isBusy || !(await remove.run({ id }))) return;
    showUndo("View deleted", SaveView, { input: { name, query, isShared } }, reload);
    // The focused button disappears.
    list.current?.focus();
    reload();
  };
  const ready = listReadyViews(trackers);
  const current = formatFilters(values);
  const links: ViewLink[] = [
    ...ready,
    ...(data?.savedViews ?? []).map((view) => ({
      key: view.id,
      name: view.name,
      filters: parseFilters(view.query),
      view,
    })),
  ];
  const same = links.filter(({ filters }) => formatFilters(filters) === current);
  // Several can have the same filters: the viewer's own is the one that they can change.
  const shown =
    same.find((link) => link.view?.author.email === viewer) ??
    same.find((link) => link.view) ??
    same[0];
  const view = shown?.view;
  const mayChange = view && (view.author.email === viewer || (isAdmin && view.isShared));
  return (
    <>
      <ProblemAlert problem={problem} onRetry={reload} />
      <ProblemAlert problem={remove.problem} />
      <div class="view-bar">
        <nav class="views" aria-label="Views" ref={list} tabIndex={-1}>
          <ul>
            {links.map((link) => (
              <li key={link.key}>
                <a
                  href={href("/recordings", {}, link.filters)}
                  aria-current={link === shown ? "page" : undefined}
                  title={
                    link.view && link.view.author.email !== viewer
                      ? `Shared by ${link.view.author.name}`
                      : undefined
                  }
                >
                  {link.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {data && !shown && <Button onClick={() => setSaving(true)}>Save view</Button>}
        {mayChange && (
          <ViewMenu
            key={view.id}
            view={view}
            // A view that an admin restores would be the admin's own.
            onDelete={view.author.email === viewer ? () => void deleteOwn(view) : undefined}
            reload={reload}
          />
        )}
      </div>
      {isSaving && (
        <ViewDialog
          query={current}
          onClose={() => setSaving(false)}
          onDone={() => {
            setSaving(false);
            reload();
          }}
        />
      )}
    </>
  );
};
