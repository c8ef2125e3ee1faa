import {
  type DocumentNode,
  type FieldNode,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from "graphql";

type Variables = Record<string, unknown>;

const TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const isText = (value: unknown): boolean => typeof value === "string";
const scalarChecks: Record<string, (value: unknown) => boolean> = {
  Boolean: (value) => typeof value === "boolean",
  DateTime: (value) => typeof value === "string" && TIME_PATTERN.test(value),
  Float: (value) => Number.isFinite(value),
  ID: isText,
  Int: (value) => Number.isInteger(value) && Math.abs(value as number) <= 2 ** 31,
  JSON: () => true,
  String: isText,
};

const metaFields: Record<string, GraphQLField<unknown, unknown>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
  __typename: TypeNameMetaFieldDef,
};

/** Checks responses against the schema, independently of the program. */
class ConformanceCheck {
  readonly #fragments = new Map<string, readonly SelectionNode[]>();
  readonly problems: string[] = [];

  constructor(
    document: DocumentNode,
    private readonly variables: Variables,
  ) {
    for (const node of document.definitions)
      if (node.kind === Kind.FRAGMENT_DEFINITION)
        this.#fragments.set(node.name.value, node.selectionSet.selections);
  }

  #collectFields(
    selections: readonly SelectionNode[],
    fields = new Map<string, FieldNode[]>(),
  ): Map<string, FieldNode[]> {
    for (const node of selections) {
      if (getDirectiveValues(GraphQLSkipDirective, node, this.variables)?.["if"] === true) continue;
      if (getDirectiveValues(GraphQLIncludeDirective, node, this.variables)?.["if"] === false)
        continue;
      if (node.kind === Kind.INLINE_FRAGMENT)
        this.#collectFields(node.selectionSet.selections, fields);
      else if (node.kind === Kind.FRAGMENT_SPREAD)
        this.#collectFields(this.#fragments.get(node.name.value)!, fields);
      else {
        const name = (node.alias ?? node.name).value;
        fields.set(name, [...(fields.get(name) ?? []), node]);
      }
    }
    return fields;
  }

  checkObject(
    value: unknown,
    type: GraphQLObjectType,
    selections: readonly SelectionNode[],
    path: string,
  ) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return void this.problems.push(`${path} isn't an object`);
    const fields = this.#collectFields(selections);
    if (Object.keys(value).join(" ") !== [...fields.keys()].join(" "))
      this.problems.push(
        `${path} has ${Object.keys(value).join(" ")}, not ${[...fields.keys()].join(" ")}`,
      );
    for (const [name, nodes] of fields) {
      const fieldName = nodes[0]!.name.value;
      const field = metaFields[fieldName] ?? type.getFields()[fieldName]!;
      const inner = nodes.flatMap((node) => node.selectionSet?.selections ?? []);
      this.checkValue((value as Variables)[name], field.type, inner, `${path}.${name}`);
    }
  }

  checkValue(
    value: unknown,
    declared: GraphQLOutputType,
    selections: readonly SelectionNode[],
    path: string,
  ): void {
    if (value === null || value === undefined) {
      if (isNonNullType(declared) || value === undefined) this.problems.push(`${path} is ${value}`);
      return;
    }
    const type = getNullableType(declared);
    if (isListType(type)) {
      if (!Array.isArray(value)) return void this.problems.push(`${path} isn't a list`);
      for (const [index, item] of value.entries())
        this.checkValue(item, type.ofType, selections, `${path}.${index}`);
    } else if (isLeafType(type)) {
      const fits = isEnumType(type)
        ? type.getValue(value as string) !== undefined
        : scalarChecks[type.name]!(value);
      if (!fits) this.problems.push(`${path} is ${JSON.stringify(value)}, not ${type.name}`);
    } else this.checkObject(value, getNamedType(type) as GraphQLObjectType, selections, path);
  }
}

/** Returns where an operation's response doesn't fit the schema; empty if it fits. */
export const findNonconforming = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  data: unknown,
): string[] => {
  const check = new ConformanceCheck(document, variables);
  const root = schema.getRootType(operation.operation)!;
  check.checkObject(data, root, operation.selectionSet.selections, "data");
  return check.problems;
};
