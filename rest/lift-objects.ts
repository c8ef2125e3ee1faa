import {
  type ArgumentNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parseType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

type Values = Record<string, unknown>;

export interface LiftedDocument {
  document: DocumentNode;
  /** Converts the variables of the original document to those of the lifted one. */
  liftVariables: (values: Values) => Values;
}

/** Returns the variable of each field if the argument is an object of variables, else undefined. */
const parseVariableObject = ({ value, name }: ArgumentNode): Map<string, string> | undefined => {
  if (value.kind !== Kind.OBJECT) return undefined;
  return new Map(
    value.fields.map((field) => {
      if (field.value.kind !== Kind.VARIABLE)
        throw new Error(`${name.value}.${field.name.value} must be a variable, not a constant`);
      return [field.name.value, field.value.name.value];
    }),
  );
};

/**
 * Replaces each object of variables, `input: { eventId: $event_id }`, with one variable, `input: $input`. For an absent
 * variable in an object, graphql-jit passes null, where GraphQL omits the field: a partial update would clear every
 * field that the caller didn't send.
 */
export const liftObjects = (schema: GraphQLSchema, document: DocumentNode): LiftedDocument => {
  const objects = new Map<string, Map<string, string>>();
  const types = new Map<string, string>();
  const info = new TypeInfo(schema);
  const replaced = visit(
    document,
    visitWithTypeInfo(info, {
      Argument: (node) => {
        const object = parseVariableObject(node);
        if (!object) return undefined;
        objects.set(node.name.value, object);
        types.set(node.name.value, String(info.getArgument()?.type));
        return { ...node, value: { kind: Kind.VARIABLE, name: node.name } };
      },
    }),
  );
  const inner = new Set([...objects.values()].flatMap((object) => [...object.values()]));
  const operation = (node: OperationDefinitionNode): OperationDefinitionNode => ({
    ...node,
    variableDefinitions: [
      ...(node.variableDefinitions ?? []).filter(({ variable }) => !inner.has(variable.name.value)),
      ...[...types].map(([name, type]) => ({
        kind: Kind.VARIABLE_DEFINITION as const,
        variable: { kind: Kind.VARIABLE as const, name: { kind: Kind.NAME as const, value: name } },
        type: parseType(type),
      })),
    ],
  });
  return {
    document: visit(replaced, { OperationDefinition: { leave: operation } }),
    liftVariables: (values) => {
      const lifted: Values = { ...values };
      for (const [name, fields] of objects)
        lifted[name] = Object.fromEntries(
          [...fields]
            .filter(([, variable]) => values[variable] !== undefined)
            .map(([field, variable]) => [field, values[variable]]),
        );
      return lifted;
    },
  };
};
