import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ConnectionState } from "../../lib/use-connection.js";
import { formatCount } from "../../lib/format.js";
import { Button } from "../button.js";
import { ProblemAlert } from "../page/problem-alert.js";
import { Skeleton } from "../page/skeleton.js";
import { type Column, Table } from "./table.js";

/** The number of rows shown, and a button that loads the next page. */
const LoadMore = ({ connection }: { connection: ConnectionState<unknown> }) => {
  const count = useRef<HTMLParagraphElement>(null);
  const hadMoreRef = useRef(false);
  useEffect(() => {
    // The last page removes the button, and with it the keyboard focus.
    const isFocusLost =
      hadMoreRef.current && !connection.hasMore && document.activeElement === document.body;
    if (isFocusLost) count.current?.focus();
    hadMoreRef.current = connection.hasMore;
  }, [connection.hasMore]);
  return (
    <div class="load-more">
      <p ref={count} class="muted" role="status" tabIndex={-1}>
        {connection.nodes &&
          `${formatCount(connection.nodes.length, "row")}${connection.hasMore ? " so far" : ""}`}
      </p>
      {connection.hasMore && (
        <Button isBusy={connection.isBusy} onClick={connection.loadMore}>
          Load more
        </Button>
      )}
    </div>
  );
};

interface Props<Node> {
  connection: ConnectionState<Node>;
  caption: string;
  columns: Column<Node>[];
  idOf: (node: Node) => string;
  /** A style of its own. */
  kind?: "calls";
  /** Shown if the connection is empty. */
  empty: ComponentChildren;
}

/** A table for `useConnection`, with its loading, empty and error states. */
export const List = <Node,>({ connection, caption, columns, idOf, kind, empty }: Props<Node>) => {
  const problem = <ProblemAlert problem={connection.problem} onRetry={connection.reload} />;
  if (!connection.nodes) return connection.problem ? problem : <Skeleton rows={25} />;
  if (connection.nodes.length === 0 && !connection.problem) return empty;
  return (
    <>
      {problem}
      <div class={kind ? `card ${kind}` : "card"}>
        <Table
          caption={caption}
          columns={columns}
          rows={connection.nodes}
          idOf={idOf}
          isBusy={connection.isBusy}
        />
      </div>
      <LoadMore connection={connection} />
    </>
  );
};
