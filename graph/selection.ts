import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from "graphql";

type Fragments = GraphQLResolveInfo["fragments"];

const collect = (set: SelectionSetNode, fragments: Fragments, names: Set<string>): void => {
  for (const node of set.selections) {
    if (node.kind === Kind.FIELD) names.add(node.name.value);
    const inner =
      node.kind === Kind.FRAGMENT_SPREAD
        ? fragments[node.name.value]!.selectionSet
        : node.selectionSet;
    if (inner) collect(inner, fragments, names);
  }
};

// A document that is kept is looked at once. Which nodes a field has can depend on the variables, so that
// each node is kept by itself.
const known = new WeakMap<FieldNode, string[]>();

const beneath = (node: FieldNode, fragments: Fragments): string[] => {
  let names = known.get(node);
  if (!names) {
    const found = new Set<string>();
    if (node.selectionSet) collect(node.selectionSet, fragments, found);
    names = [...found];
    known.set(node, names);
  }
  return names;
};

/** The names of all fields that an operation may select beneath this one, at any depth. */
export const selectedBeneath = ({ fieldNodes, fragments }: GraphQLResolveInfo): string[] =>
  fieldNodes.flatMap((node) => beneath(node, fragments));
