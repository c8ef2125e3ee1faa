import type { GraphQLFieldResolver, GraphQLSchema } from "graphql";
import { getMetadataStorage } from "type-graphql";
import { authorize } from "./access.js";
import type { Context, Role } from "./context.js";

type Resolve = GraphQLFieldResolver<unknown, Context>;
type Method = (...values: unknown[]) => unknown;
type Described = ReturnType<typeof getMetadataStorage>["fieldResolvers"][number];

const readers: Record<"root" | "context" | "info", Resolve> = {
  root: (root) => root,
  context: (_root, _args, context) => context,
  info: (_root, _args, _context, info) => info,
};

/** What each parameter of the method is given; undefined where one is of a kind that is not known here. */
const readersOf = (params: Described["params"] = []): Resolve[] | undefined => {
  const read: Resolve[] = [];
  for (const param of params) {
    if (param.kind === "arg") read[param.index] = (_root, args) => args[param.name] as unknown;
    else if (param.kind === "info") read[param.index] = readers.info;
    else if ((param.kind === "root" || param.kind === "context") && !param.propertyName)
      read[param.index] = readers[param.kind];
    else return undefined;
  }
  return read;
};

const resolverOf = (
  instance: Record<string, Method>,
  { methodName, params, roles, middlewares }: Described,
): Resolve | undefined => {
  const read = readersOf(params);
  if (!read || middlewares?.length) return undefined;
  const call: Resolve = (root, args, context, info) =>
    instance[methodName]!(...read.map((value) => value(root, args, context, info)));
  if (!roles) return call;
  return (root, args, context, info) => {
    authorize(context, roles as Role[]);
    return call(root, args, context, info);
  };
};

/**
 * Has the schema call the methods of our resolvers as they were described to type-graphql, but without
 * what it does at every call: some promises for the role and for each argument, and a copy of each input
 * object. That cost more than the field in most cases, and once more for each row of a page.
 */
export const callDirectly = (schema: GraphQLSchema): GraphQLSchema => {
  const { queries, mutations, fieldResolvers, objectTypes } = getMetadataStorage();
  const instances = new Map<object, Record<string, Method>>();
  const replace = (type: string, described: Omit<Described, "kind">): void => {
    const { target } = described;
    const made = instances.get(target) ?? new (target as new () => Record<string, Method>)();
    instances.set(target, made);
    const field = (
      schema.getType(type) as { getFields?: () => Record<string, { resolve?: Resolve }> }
    )?.getFields?.()[described.schemaName];
    const resolve = resolverOf(made, described as Described);
    if (field && resolve) field.resolve = resolve;
  };
  for (const query of queries) replace("Query", query);
  for (const mutation of mutations) replace("Mutation", mutation);
  for (const resolver of fieldResolvers) {
    const owner = resolver.getObjectType?.();
    const type = objectTypes.find(({ target }) => target === owner);
    if (type && resolver.kind === "external") replace(type.name, resolver);
  }
  return schema;
};
