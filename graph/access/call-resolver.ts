import type { GraphQLFieldResolver, GraphQLSchema } from "graphql";
import { getMetadataStorage } from "type-graphql";
import { buildAccessCheck, type Requirement } from "./access.js";
import type { Context } from "../context/context.js";

type FieldResolve = GraphQLFieldResolver<unknown, Context>;
type Method = (...values: unknown[]) => unknown;
type ResolverMetadata = ReturnType<typeof getMetadataStorage>["fieldResolvers"][number];

const parameterReaders: Record<"root" | "context" | "info", FieldResolve> = {
  root: (root) => root,
  context: (_root, _args, context) => context,
  info: (_root, _args, _context, info) => info,
};

/** Returns a reader per parameter of the method; undefined if a parameter has an unsupported kind. */
const buildReaders = (params: ResolverMetadata["params"] = []): FieldResolve[] | undefined => {
  const readers: FieldResolve[] = [];
  for (const param of params) {
    if (param.kind === "arg") readers[param.index] = (_root, args) => args[param.name] as unknown;
    else if (param.kind === "info") readers[param.index] = parameterReaders.info;
    else if ((param.kind === "root" || param.kind === "context") && !param.propertyName)
      readers[param.index] = parameterReaders[param.kind];
    else return undefined;
  }
  return readers;
};

const buildResolver = (
  instance: Record<string, Method>,
  { methodName, params, roles, middlewares }: ResolverMetadata,
): FieldResolve | undefined => {
  const readers = buildReaders(params);
  if (!readers || middlewares?.length) return undefined;
  const call: FieldResolve = (root, args, context, info) =>
    instance[methodName]!(...readers.map((read) => read(root, args, context, info)));
  if (!roles) return call;
  const checkAccess = buildAccessCheck(roles as Requirement[]);
  return (root, args, context, info) => {
    checkAccess(context);
    return call(root, args, context, info);
  };
};

/**
 * Replaces type-graphql's field resolvers with direct calls to the resolver methods. type-graphql creates promises for
 * the role and each argument, and copies each input object, at every call and for every row: mostly more work than the
 * field itself.
 */
export const withDirectResolvers = (schema: GraphQLSchema): GraphQLSchema => {
  const { queries, mutations, fieldResolvers, objectTypes } = getMetadataStorage();
  const instances = new Map<object, Record<string, Method>>();
  const replace = (typeName: string, metadata: Omit<ResolverMetadata, "kind">): void => {
    const { target } = metadata;
    const instance = instances.get(target) ?? new (target as new () => Record<string, Method>)();
    instances.set(target, instance);
    const field = (
      schema.getType(typeName) as { getFields?: () => Record<string, { resolve?: FieldResolve }> }
    )?.getFields?.()[metadata.schemaName];
    const resolve = buildResolver(instance, metadata as ResolverMetadata);
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
