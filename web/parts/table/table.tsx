import type { ComponentChildren } from "preact";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ComponentChildren;
  /** Numbers are set to the right. */
  number?: boolean;
  /** What names the row: its header. */
  head?: boolean;
}

interface Props<Row> {
  /** What is in it, for whoever cannot see it. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  idOf: (row: Row) => string;
  busy?: boolean;
}

// The roles are a table's own: narrow screens show rows as blocks, which would take them away.
const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const Tag = column.head ? "th" : "td";
  return (
    <Tag
      role={column.head ? "rowheader" : "cell"}
      scope={column.head ? "row" : undefined}
      class={column.number ? "number" : undefined}
      data-title={column.title}
    >
      {column.cell(row)}
    </Tag>
  );
};

/** Rows as they are; on narrow screens each is a block with the titles beside the values. */
export const Table = <Row,>({ caption, columns, rows, idOf, busy }: Props<Row>) => (
  <table role="table" aria-busy={busy}>
    <caption class="unseen">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ title, number }) => (
          <th key={title} role="columnheader" scope="col" class={number ? "number" : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((row) => (
        <tr key={idOf(row)} role="row">
          {columns.map((column) => (
            <Cell key={column.title} column={column} row={row} />
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
