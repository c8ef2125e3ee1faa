import { tables } from "../../../db/schema/tables.js";

const owners = new Map<string, string>(tables.map(({ name, ownerColumn }) => [name, ownerColumn]));

/** `left` equals `right`: a column with or without alias, or anything else as a value. */
type Equality = [left: string, right: string];

/** Conditions joined by AND. Under OR or NOT, none is certain to hold. */
interface Group {
  equalities: Equality[];
  /** The kind of text: tables, or conditions on every row. */
  clause: "tables" | "condition" | "other";
  loose: boolean;
}

interface Query {
  /** The organizations' tables by their names in this query. */
  named: Map<string, string>;
  outer: Query | undefined;
  groups: Group[];
  equalities: Equality[];
}

const TOKEN = /'(?:[^']|'')*'|[\w$.]+|<>|[<>!]=|\S/g;
const CLAUSE = /^(where|on|having)$/i;
const TABLES = /^(from|join|left|inner|cross)$/i;
const OTHER = /^(select|set|values|group|order|limit|returning|conflict|into|for)$/i;
const NO_ALIAS =
  /^(where|on|set|join|left|inner|cross|order|group|limit|union|select|returning|values|for|default)$/i;

const createQueryScope = (outer: Query | undefined): Query => ({
  named: new Map(),
  outer,
  equalities: [],
  groups: [{ equalities: [], clause: "other", loose: false }],
});

/** Ends the innermost group. Its conditions hold outside too, unless it is loose. */
const endGroup = (query: Query): void => {
  const group = query.groups.pop()!;
  if (!group.loose) (query.groups.at(-1)?.equalities ?? query.equalities).push(...group.equalities);
};

/** Returns the table whose organization column this is. */
const ownerOf = (query: Query, column: string): string | undefined => {
  const [alias, name] = column.includes(".") ? column.split(".") : [undefined, column];
  const names = alias === undefined ? [...query.named.keys()] : [alias];
  return names.find((known) => owners.get(query.named.get(known) ?? "") === name);
};

/** Returns the query's tables that no condition ties to an organization. */
const findUnscoped = (query: Query): string[] => {
  while (query.groups.length > 0) endGroup(query);
  const scoped = new Set<string>();
  for (let before = -1; before < scoped.size;) {
    before = scoped.size;
    for (const [left, right] of query.equalities.flatMap(
      ([a, b]) =>
        [
          [a, b],
          [b, a],
        ] as const,
    )) {
      const [table, other] = [ownerOf(query, left), ownerOf(query, right)];
      // Anything but a column of these tables is a value, or belongs to an outer query, which is
      // checked too.
      const isId = other === undefined || scoped.has(other);
      if (table !== undefined && isId && left !== right) scoped.add(table);
    }
  }
  return [...query.named].filter(([name]) => !scoped.has(name)).map(([, table]) => table);
};

/** Parses the columns of an INSERT, from its table's token on. */
const parseInsertColumns = (tokens: string[], index: number): string[] =>
  tokens[index + 1] === "(" ? tokens.slice(index + 2, tokens.indexOf(")", index)) : [];

/**
 * Returns the organizations' tables that a statement uses without a condition on every row that
 * names the organization: `organization_id` equals a value, or the column of a table that is tied
 * to one. An INSERT must set the column.
 */
export const findUnscopedTables = (sql: string): string[] => {
  const tokens = sql.replaceAll(/["`]/g, "").match(TOKEN) ?? [];
  const found: string[] = [];
  let query = createQueryScope(undefined);
  /** For each open parenthesis, whether it contains a query. */
  const parentheses: boolean[] = [];
  const endQuery = (): void => {
    found.push(...findUnscoped(query));
    query = query.outer ?? createQueryScope(undefined);
  };
  for (const [index, token] of tokens.entries()) {
    const [previous = "", next = ""] = [tokens[index - 1], tokens[index + 1]];
    const group = query.groups.at(-1)!;
    if (token === "(") {
      const isQuery = /^(select|with)$/i.test(next);
      parentheses.push(isQuery);
      if (isQuery) query = createQueryScope(query);
      else
        query.groups.push({
          equalities: [],
          clause: group.clause === "condition" ? "condition" : "other",
          loose: /^not$/i.test(previous),
        });
    } else if (token === ")") {
      if (parentheses.pop()) endQuery();
      else endGroup(query);
    } else if (/^union$/i.test(token)) {
      const { outer } = query;
      endQuery();
      query = createQueryScope(outer);
    } else if (CLAUSE.test(token) && !/^conflict$/i.test(next)) {
      endGroup(query);
      query.groups.push({ equalities: [], clause: "condition", loose: false });
    } else if (TABLES.test(token)) group.clause = "tables";
    else if (OTHER.test(token)) group.clause = "other";
    else if (/^or$/i.test(token) && group.clause === "condition") group.loose = true;
    else if (token === "=" && group.clause === "condition") group.equalities.push([previous, next]);
    if (!owners.has(token)) continue;
    if (/^into$/i.test(previous)) {
      if (!parseInsertColumns(tokens, index).includes(owners.get(token)!)) found.push(token);
    } else if (
      /^(from|join|update)$/i.test(previous) ||
      (previous === "," && group.clause === "tables")
    ) {
      const [word = "", name = ""] = tokens.slice(index + 1);
      const alias = /^as$/i.test(word) ? name : word;
      query.named.set(/^\w+$/.test(alias) && !NO_ALIAS.test(alias) ? alias : token, token);
    }
  }
  endQuery();
  return found;
};
