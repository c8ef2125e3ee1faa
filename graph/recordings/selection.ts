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

/** Adds the selected fields to `names`. Returns whether they depend on the variables. */
const collectNames = (
  set: SelectionSetNode,
  fragments: Fragments,
  variables: Variables,
  names: Set<string>,
): boolean => {
  let dependsOnVariables = false;
  for (const node of set.selections) {
    if (node.directives?.length) {
      dependsOnVariables = true;
      const skipped = getDirectiveValues(GraphQLSkipDirective, node, variables)?.["if"] === true;
      const included = getDirectiveValues(GraphQLIncludeDirective, node, variables)?.["if"];
      if (skipped || included === false) continue;
    }
    if (node.kind === Kind.FIELD) names.add(node.name.value);
    const inner =
      node.kind === Kind.FRAGMENT_SPREAD
        ? fragments[node.name.value]!.selectionSet
        : node.selectionSet;
    if (inner && collectNames(inner, fragments, variables, names)) dependsOnVariables = true;
  }
  return dependsOnVariables;
};

// Parsed documents are cached, so each node is scanned once. The cache is per node, because the nodes of a
// field can depend on the variables.
const namesByNode = new WeakMap<FieldNode, string[]>();

const listNames = (
  node: FieldNode,
  { fragments, variableValues }: GraphQLResolveInfo,
): string[] => {
  let names = namesByNode.get(node);
  if (!names) {
    const found = new Set<string>();
    const dependsOnVariables =
      node.selectionSet && collectNames(node.selectionSet, fragments, variableValues, found);
    names = [...found];
    if (!dependsOnVariables) namesByNode.set(node, names);
  }
  return names;
};

/** Returns the names of all fields selected beneath this one, at any depth. */
export const listSelectedFields = (info: GraphQLResolveInfo): string[] => {
  const [first, second] = info.fieldNodes;
  // Usually there is one node, whose names are cached.
  return second
    ? info.fieldNodes.flatMap((node) => listNames(node, info))
    : listNames(first!, info);
};
