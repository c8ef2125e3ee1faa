import type { ComponentChildren } from "preact";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ComponentChildren;
  /** Aligns the cells to the right. */
  isNumber?: boolean;
  /** Marks the cells as row headers. */
  isHeader?: boolean;
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

/** A table. Narrow screens show each row as a block, with column titles beside the values. */
export const Table = <Row,>({ caption, columns, rows, idOf, isBusy }: Props<Row>) => (
  <table role="table" aria-busy={isBusy}>
    <caption class="visually-hidden">{caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ title, isNumber }) => (
          <th key={title} role="columnheader" scope="col" class={isNumber ? "number" : undefined}>
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
