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
import { keywordsOf } from "../../graph/keywords.js";
import type { KnownRoute } from "../route.js";
import { type Components, described, objectOf, orNull, type Schema } from "./schemas.js";

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const isInclude = ({ name }: DirectiveNode): boolean => name.value === "include";

/** Schemas of what an operation selects. An object is named by its fragment, else by its type. */
export class Answers {
  readonly #fragments: Map<string, FragmentDefinitionNode>;

  constructor(
    readonly components: Components,
    readonly route: KnownRoute,
  ) {
    this.#fragments = new Map(
      route.document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
      ),
    );
  }

  /** The fields of a selection, those of its fragments too, and whether each is there only on demand. */
  #fields(
    { selections }: SelectionSetNode,
    onDemand = false,
  ): { node: FieldNode; onDemand: boolean }[] {
    return selections.flatMap((node) => {
      const isDemanded = onDemand || (node.directives ?? []).some(isInclude);
      if (node.kind === Kind.FIELD) return [{ node, onDemand: isDemanded }];
      if (node.kind !== Kind.FRAGMENT_SPREAD)
        throw new Error("a selection has no inline fragments");
      return this.#fields(this.#fragments.get(node.name.value)!.selectionSet, isDemanded);
    });
  }

  /** The properties that a selection makes. `without`: one that is not there where it is null. */
  object(type: GraphQLObjectType, selected: SelectionSetNode, without?: string): Schema {
    const properties: Schema = {};
    const optional: string[] = [];
    for (const { node, onDemand } of this.#fields(selected)) {
      const field = type.getFields()[node.name.value]!;
      const name = node.alias?.value ?? node.name.value;
      const value = {
        ...this.value(field.type, node.selectionSet, this.route.leftOut?.[name]),
        ...keywordsOf(field),
      };
      const isAbsent = name === without || this.route.absent?.includes(name);
      const isThere = isNonNullType(field.type) || isAbsent || this.route.neverNull?.includes(name);
      properties[name] = described(isThere ? value : orNull(value), field.description);
      if (isAbsent || onDemand) optional.push(name);
    }
    return objectOf(properties, optional);
  }

  /** The value, not null. */
  value(
    declared: GraphQLOutputType,
    selected: SelectionSetNode | undefined,
    without?: string,
  ): Schema {
    const type = getNullableType(declared);
    if (isListType(type))
      return { type: "array", items: this.value(type.ofType, selected, without) };
    const named = getNamedType(type);
    if (!isObjectType(named) || !selected) return this.components.leaf(named);
    const [first] = selected.selections;
    const fragment = first?.kind === Kind.FRAGMENT_SPREAD ? first.name.value : undefined;
    return this.components.add(
      capital(fragment ?? named.name),
      described(this.object(named, selected, without), named.description),
    );
  }
}
