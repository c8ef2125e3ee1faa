import {
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from "graphql";
import { constraintsOf } from "../../graph/arguments/constraints.js";
import type { ValidatedRoute } from "../route.js";
import {
  type Components,
  withDescription,
  buildObjectSchema,
  makeNullable,
  type OpenApiObject,
} from "./schemas.js";

const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const isInclude = ({ name }: DirectiveNode): boolean => name.value === "include";

/** Builds the schemas of an operation's selection. An object's name is its fragment's, else its type's. */
export class ResponseSchemas {
  readonly #fragments: Map<string, FragmentDefinitionNode>;

  constructor(
    readonly components: Components,
    readonly route: ValidatedRoute,
  ) {
    this.#fragments = new Map(
      route.document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
      ),
    );
  }

  /** Lists the fields of a selection, including its fragments. `onDemand`: an @include directive controls the field. */
  #fields(
    { selections }: SelectionSetNode,
    onDemand = false,
  ): { node: FieldNode; onDemand: boolean }[] {
    return selections.flatMap((node) => {
      const isDemanded = onDemand || (node.directives ?? []).some(isInclude);
      if (node.kind === Kind.FIELD) return [{ node, onDemand: isDemanded }];
      if (node.kind !== Kind.FRAGMENT_SPREAD)
        throw new Error("inline fragments are not supported; name the fragment");
      return this.#fields(this.#fragments.get(node.name.value)!.selectionSet, isDemanded);
    });
  }

  /** Builds the schema of a selected object. `without`: properties that the response omits when they are null. */
  buildObject(
    type: GraphQLObjectType,
    selected: SelectionSetNode,
    without?: readonly string[],
  ): OpenApiObject {
    const properties: OpenApiObject = {};
    const optional: string[] = [];
    for (const { node, onDemand } of this.#fields(selected)) {
      const field = type.getFields()[node.name.value]!;
      const name = node.alias?.value ?? node.name.value;
      const value = {
        ...this.buildValue(field.type, node.selectionSet, this.route.omitNullInItems?.[name]),
        ...constraintsOf(field),
      };
      const isAbsent = without?.includes(name) || this.route.omitNull?.includes(name);
      const isThere =
        isNonNullType(field.type) ||
        isAbsent ||
        this.route.nonNullFields?.includes(`${type.name}.${name}`);
      properties[name] = withDescription(isThere ? value : makeNullable(value), field.description);
      if (isAbsent || onDemand) optional.push(name);
    }
    return buildObjectSchema(properties, optional);
  }

  /** Builds the schema of a value that isn't null. */
  buildValue(
    declared: GraphQLOutputType,
    selected: SelectionSetNode | undefined,
    without?: readonly string[],
  ): OpenApiObject {
    const type = getNullableType(declared);
    if (isListType(type))
      return { type: "array", items: this.buildValue(type.ofType, selected, without) };
    const named = getNamedType(type);
    if (!isObjectType(named) || !selected) return this.components.resolveLeaf(named);
    const [first] = selected.selections;
    const fragment = first?.kind === Kind.FRAGMENT_SPREAD ? first.name.value : undefined;
    return this.components.addSchema(
      capitalize(fragment ?? named.name),
      withDescription(this.buildObject(named, selected, without), named.description),
    );
  }
}
