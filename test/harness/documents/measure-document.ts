import {
  type DocumentNode,
  type FieldNode,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  type GraphQLField,
  GraphQLIncludeDirective,
  GraphQLInt,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isObjectType,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
  valueFromAST,
} from "graphql";

/** The sizes of a document that have limits. */
export interface DocumentSizes {
  depth: number;
  tokens: number;
  aliases: number;
  rows: number;
}

export const LIMITS: DocumentSizes = { depth: 12, tokens: 5_000, aliases: 100, rows: 25_000 };

/** Stops counting here: spread fragments can multiply exponentially. */
const MAX_COUNTED = 20_000;

const isPage = (field: GraphQLField<unknown, unknown>): boolean =>
  field.args.some(({ name }) => name === "first");

const countTokens = (query: string): number => {
  const lexer = new Lexer(new Source(query));
  let tokens = 0;
  while (lexer.advance().kind !== TokenKind.EOF) tokens += 1;
  return tokens;
};

/** Measures an operation by the contract's rules, independently of the program's code. */
export const measureDocument = (
  schema: GraphQLSchema,
  query: string,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): DocumentSizes => {
  const sizes: DocumentSizes = { depth: 0, tokens: countTokens(query), aliases: 0, rows: 0 };
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  let visited = 0;

  const sizeOf = (field: GraphQLField<unknown, unknown>, node: FieldNode): number => {
    const { rows } = field.extensions as { rows?: number };
    if (rows !== undefined) return rows;
    if (!isPage(field)) return 1;
    const firstArgument = node.arguments?.find(({ name }) => name.value === "first")?.value;
    // Other arguments may be invalid in a valid document.
    const first = firstArgument && valueFromAST(firstArgument, GraphQLInt, variables);
    return Math.min(Math.max(Number(first ?? 25), 1), 100);
  };
  const scanOf = (field: GraphQLField<unknown, unknown>, node: FieldNode): number => {
    const { scan } = field.extensions as { scan?: (args: object) => number };
    try {
      return scan ? scan(getArgumentValues(field, node, variables)) : 0;
    } catch {
      // Arguments may be invalid in a valid document.
      return 0;
    }
  };
  const isSkipped = (node: SelectionNode): boolean =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.["if"] === true ||
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.["if"] === false;

  const rowsOf = (
    type: GraphQLObjectType,
    { selections }: SelectionSetNode,
    depth: number,
  ): number => {
    let rows = 0;
    for (const node of selections) {
      if ((visited += 1) > MAX_COUNTED || isSkipped(node)) continue;
      if (node.kind === Kind.INLINE_FRAGMENT) rows += rowsOf(type, node.selectionSet, depth);
      else if (node.kind === Kind.FRAGMENT_SPREAD)
        rows += rowsOf(type, fragments.get(node.name.value)!, depth);
      else {
        const field = type.getFields()[node.name.value];
        if (!field) continue;
        sizes.depth = Math.max(sizes.depth, depth);
        const inner = getNamedType(field.type);
        if (!isObjectType(inner) || !node.selectionSet) continue;
        const innerRows = rowsOf(inner, node.selectionSet, depth + 1);
        rows += sizeOf(field, node) * ((isPage(field) ? 0 : 1) + innerRows);
        rows += scanOf(field, node);
      }
    }
    return rows;
  };
  sizes.rows = rowsOf(schema.getRootType(operation.operation)!, operation.selectionSet, 1);
  visited = 0;
  const aliasesIn = ({ selections }: SelectionSetNode): number =>
    selections.reduce((sum, node) => {
      if ((visited += 1) > MAX_COUNTED || isSkipped(node)) return sum;
      if (node.kind === Kind.FRAGMENT_SPREAD)
        return sum + aliasesIn(fragments.get(node.name.value)!);
      const inner = node.selectionSet ? aliasesIn(node.selectionSet) : 0;
      return sum + inner + (node.kind === Kind.FIELD && node.alias ? 1 : 0);
    }, 0);
  sizes.aliases = aliasesIn(operation.selectionSet);
  return sizes;
};
