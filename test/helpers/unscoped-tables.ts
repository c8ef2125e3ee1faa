import { tables } from "../../db/engine/tables.js";

const owners = new Map<string, string>(tables.map(({ name, ownerColumn }) => [name, ownerColumn]));

/** `left` equals `right`: a column with or without its alias, or anything else for a value. */
type Equality = [left: string, right: string];

/** Conditions that hold together. Under OR or NOT none of them needs to hold. */
interface Group {
  equalities: Equality[];
  /** What the text is in: tables, or what every row has to meet. */
  clause: "tables" | "condition" | "other";
  loose: boolean;
}

interface Query {
  /** Tables of organizations by the names that this query calls them. */
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

/** Ends the innermost group: what holds in it holds around it, unless it is loose. */
const endGroup = (query: Query): void => {
  const group = query.groups.pop()!;
  if (!group.loose) (query.groups.at(-1)?.equalities ?? query.equalities).push(...group.equalities);
};

/** The table that a column is of, where the column says whose a row is there. */
const ownerOf = (query: Query, column: string): string | undefined => {
  const [alias, name] = column.includes(".") ? column.split(".") : [undefined, column];
  const names = alias === undefined ? [...query.named.keys()] : [alias];
  return names.find((known) => owners.get(query.named.get(known) ?? "") === name);
};

/** Which of the query's tables nothing ties to an organization. */
const findUntied = (query: Query): string[] => {
  while (query.groups.length > 0) endGroup(query);
  const tied = new Set<string>();
  for (let before = -1; before < tied.size;) {
    before = tied.size;
    for (const [left, right] of query.equalities.flatMap(
      ([a, b]) =>
        [
          [a, b],
          [b, a],
        ] as const,
    )) {
      const [table, other] = [ownerOf(query, left), ownerOf(query, right)];
      // What is no column of a table here is a value, or of a query around this one, which is looked at too.
      const isId = other === undefined || tied.has(other);
      if (table !== undefined && isId && left !== right) tied.add(table);
    }
  }
  return [...query.named].filter(([name]) => !tied.has(name)).map(([, table]) => table);
};

/** The columns that an INSERT names, from the place of its table on. */
const parseInsertColumns = (tokens: string[], index: number): string[] =>
  tokens[index + 1] === "(" ? tokens.slice(index + 2, tokens.indexOf(")", index)) : [];

/**
 * The tables of organizations that a statement reads or changes without an organization in a condition
 * that every row has to meet: `organization_id` equals a value, or that of a table which is tied so. What is
 * inserted must have one.
 */
export const findUnscopedTables = (sql: string): string[] => {
  const tokens = sql.replaceAll(/["`]/g, "").match(TOKEN) ?? [];
  const found: string[] = [];
  let query = createQueryScope(undefined);
  /** For each open parenthesis, whether it holds a query. */
  const open: boolean[] = [];
  const endQuery = (): void => {
    found.push(...findUntied(query));
    query = query.outer ?? createQueryScope(undefined);
  };
  for (const [index, token] of tokens.entries()) {
    const [previous = "", next = ""] = [tokens[index - 1], tokens[index + 1]];
    const group = query.groups.at(-1)!;
    if (token === "(") {
      const isQuery = /^(select|with)$/i.test(next);
      open.push(isQuery);
      if (isQuery) query = createQueryScope(query);
      else
        query.groups.push({
          equalities: [],
          clause: group.clause === "condition" ? "condition" : "other",
          loose: /^not$/i.test(previous),
        });
    } else if (token === ")") {
      if (open.pop()) endQuery();
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
