import type { ComponentChildren } from "preact";

export interface Column<Row> {
  title: string;
  /** Unique in the table, where titles aren't. */
  id?: string;
  /** Only screen readers name the column. */
  isTitleHidden?: boolean;
  cell: (row: Row) => ComponentChildren;
  /** Aligns the cells to the right. */
  isNumber?: boolean;
  /** Marks the cells as row headers. */
  isHeader?: boolean;
  /** How the column orders the rows. */
  sort?: ColumnSort;
}

interface ColumnSort {
  /** Undefined: the rows are ordered by something else. */
  direction?: "ascending" | "descending" | undefined;
  onSort: () => void;
}

interface Props<Row> {
  /** The table's content, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  idOf: (row: Row) => string;
  isBusy?: boolean;
}

// Explicit roles: narrow screens show rows as blocks, which removes the implicit table roles.
const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const Tag = column.isHeader ? "th" : "td";
  return (
    <Tag
      role={column.isHeader ? "rowheader" : "cell"}
      scope={column.isHeader ? "row" : undefined}
      class={column.isNumber ? "number" : undefined}
      data-title={column.title}
    >
      {column.cell(row)}
    </Tag>
  );
};

const ARROWS = { ascending: "↑", descending: "↓" };

const HeadCell = <Row,>({
  column: { title, isNumber, isTitleHidden, sort },
}: {
  column: Column<Row>;
}) => (
  <th
    role="columnheader"
    scope="col"
    class={isNumber ? "number" : undefined}
    aria-sort={sort?.direction}
  >
    {isTitleHidden && <span class="visually-hidden">{title}</span>}
    {!isTitleHidden && !sort && title}
    {sort && (
      <button type="button" class="sort" onClick={sort.onSort}>
        {title}
        {sort.direction && <span aria-hidden="true"> {ARROWS[sort.direction]}</span>}
      </button>
    )}
  </th>
);

/** A table. Narrow screens show each row as a block, with column titles beside the values. */
export const Table = <Row,>({ caption, columns, rows, idOf, isBusy }: Props<Row>) => (
  <table role="table" aria-busy={isBusy}>
    <caption class="visually-hidden">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map((column) => (
          <HeadCell key={column.id ?? column.title} column={column} />
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={idOf(row)} role="row">
          {columns.map((column) => (
            <Cell key={column.id ?? column.title} column={column} row={row} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
