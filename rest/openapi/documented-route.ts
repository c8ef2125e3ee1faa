import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import type { OperationVariable } from "../../graph/arguments/variables.js";
import { listPathNames, type ValidatedRoute } from "../route.js";
import { type Example, examples } from "./examples.js";
import type { Components } from "./schemas.js";

/** A route with its operation's id, root field and example. */
export interface DocumentedRoute {
  route: ValidatedRoute;
  id: string;
  /** The root field that the operation selects. */
  field: GraphQLField<unknown, unknown>;
  node: FieldNode;
  hasBody: boolean;
  /** The names of the path parameters. */
  pathNames: string[];
  example: Example;
  components: Components;
}

/** Collects the parts of a route. @throws if its operation has no name or no example */
export const buildDocumentedRoute = (
  schema: GraphQLSchema,
  components: Components,
  route: ValidatedRoute,
): DocumentedRoute => {
  const operation = route.document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const id = operation.name?.value;
  if (id === undefined)
    throw new Error(`${route.method} ${route.path}: the operation must have a name`);
  const example = examples[id];
  if (!example)
    throw new Error(
      `${route.method} ${route.path}: examples.json has no "${id}"; capture it in scripts/openapi-examples.ts and run npm run generate`,
    );
  const node = operation.selectionSet.selections[0] as FieldNode;
  const root = schema.getRootType(operation.operation) as GraphQLObjectType;
  return {
    route,
    id,
    field: root.getFields()[node.name.value]!,
    node,
    hasBody: route.method === "post" || route.method === "put",
    pathNames: listPathNames(route.path),
    example,
    components,
  };
};

/** Returns whether the query or the body must contain the variable. */
export const isRequired = (
  { pathNames }: DocumentedRoute,
  { name, type }: OperationVariable,
): boolean => isNonNullType(type) && !pathNames.includes(name);
