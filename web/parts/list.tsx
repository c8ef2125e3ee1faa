import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { List as Loaded } from "../src/connection.js";
import { counted } from "../src/format.js";
import { Button } from "./button.js";
import { Problem } from "./problem.js";
import { Skeleton } from "./skeleton.js";
import { type Column, Table } from "./table.js";

/** How many are shown, and a button for the next page. */
export const LoadMore = ({ of }: { of: Loaded<unknown> }) => {
  const count = useRef<HTMLParagraphElement>(null);
  const hadMoreRef = useRef(false);
  useEffect(() => {
    // With the last page the button goes, and whoever pressed it by keyboard would be nowhere.
    const lost = hadMoreRef.current && !of.hasMore && document.activeElement === document.body;
    if (lost) count.current?.focus();
    hadMoreRef.current = of.hasMore;
  }, [of.hasMore]);
  return (
    <div class="load-more">
      <p ref={count} class="muted" role="status" tabIndex={-1}>
        {of.nodes && `${counted(of.nodes.length, "row")}${of.hasMore ? " so far" : ""}`}
      </p>
      {of.hasMore && (
        <Button busy={of.busy} onClick={of.loadMore}>
          Load more
        </Button>
      )}
    </div>
  );
};

interface Props<Node> {
  of: Loaded<Node>;
  caption: string;
  columns: Column<Node>[];
  idOf: (node: Node) => string;
  /** Shown where there is none. */
  empty: ComponentChildren;
}

/** A table of a connection (`useConnection`) in all its states. */
export const List = <Node,>({ of, caption, columns, idOf, empty }: Props<Node>) => {
  const problem = <Problem of={of.problem} retry={of.reload} />;
  if (!of.nodes) return of.problem ? problem : <Skeleton rows={25} />;
  if (of.nodes.length === 0 && !of.problem) return empty;
  return (
    <>
      {problem}
      <div class="card">
        <Table caption={caption} columns={columns} rows={of.nodes} idOf={idOf} busy={of.busy} />
      </div>
      <LoadMore of={of} />
    </>
  );
};
