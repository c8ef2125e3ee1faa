import {
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  Kind,
  type SelectionSetNode,
} from "graphql";

type Fragments = GraphQLResolveInfo["fragments"];
type Variables = GraphQLResolveInfo["variableValues"];

/** Adds what is selected to the names; true where that depends on the variables. */
const collect = (
  set: SelectionSetNode,
  fragments: Fragments,
  variables: Variables,
  names: Set<string>,
): boolean => {
  let depends = false;
  for (const node of set.selections) {
    if (node.directives?.length) {
      depends = true;
      const skipped = getDirectiveValues(GraphQLSkipDirective, node, variables)?.["if"] === true;
      const included = getDirectiveValues(GraphQLIncludeDirective, node, variables)?.["if"];
      if (skipped || included === false) continue;
    }
    if (node.kind === Kind.FIELD) names.add(node.name.value);
    const inner =
      node.kind === Kind.FRAGMENT_SPREAD
        ? fragments[node.name.value]!.selectionSet
        : node.selectionSet;
    if (inner && collect(inner, fragments, variables, names)) depends = true;
  }
  return depends;
};

// A document that is kept is looked at once. Which nodes a field has can depend on the variables, so that
// each node is kept by itself.
const known = new WeakMap<FieldNode, string[]>();

const beneath = (node: FieldNode, { fragments, variableValues }: GraphQLResolveInfo): string[] => {
  let names = known.get(node);
  if (!names) {
    const found = new Set<string>();
    const depends =
      node.selectionSet && collect(node.selectionSet, fragments, variableValues, found);
    names = [...found];
    if (!depends) known.set(node, names);
  }
  return names;
};

/** The names of all fields that an operation selects beneath this one, at any depth. */
export const selectedBeneath = (info: GraphQLResolveInfo): string[] => {
  const [first, second] = info.fieldNodes;
  // As a rule there is one, whose names are kept.
  return second ? info.fieldNodes.flatMap((node) => beneath(node, info)) : beneath(first!, info);
};
