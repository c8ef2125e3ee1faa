import { execute, getOperationAST, type GraphQLSchema, parse } from "graphql";
import { createContext, type Services } from "../../graph/context.js";
import type { Program } from "../program.js";
import { Failure, failureOf } from "../../graph/errors.js";
import { checkRequired, checkValues, variablesOf } from "../../graph/variables.js";
import { type Call, UsageError } from "../verb.js";
import { organizationId as idOf } from "./organization.js";

/** The flags of every verb that is done in an organization. */
export const options = { org: { type: "string" }, json: { type: "boolean" } } as const;

/** Runs an operation of the core. @throws Failure where the core refuses it */
export type Ask = <Data>(operation: string, variables?: Record<string, unknown>) => Promise<Data>;

const askIn =
  (schema: GraphQLSchema, services: Services, organizationId: string): Ask =>
  async <Data>(operation: string, variables: Record<string, unknown> = {}): Promise<Data> => {
    const document = parse(operation);
    // The same checks, names and reasons as over /graphql.
    const declared = variablesOf(schema, getOperationAST(document)!);
    checkRequired(declared, variables);
    checkValues(declared, variables);
    const credential = { role: "internal", organizationId } as const;
    const { data, errors } = await execute({
      schema,
      document,
      variableValues: variables,
      contextValue: createContext(services, credential, services.newId()),
    });
    const [error] = errors ?? [];
    if (!error) return data as Data;
    const { failure, unexpected } = failureOf(error);
    throw unexpected ? (error.originalError ?? error) : failure;
  };

/** Does the work as the tools of the organization of --org would, and closes what that opened. */
export const asOrganization = async (
  { flags, config }: Call,
  work: (ask: Ask, where: { program: Program; id: string }) => Promise<void>,
): Promise<void> => {
  const { org } = flags;
  if (typeof org !== "string") throw new UsageError("give --org <organization>");
  const { openProgram } = await import("../program.js");
  const { createSchema } = await import("../../graph/schema.js");
  const program = await openProgram(config());
  try {
    const id = await idOf(program, org);
    await work(askIn(createSchema(), program, id), { program, id });
  } finally {
    await program.notifier.stop();
    await program.reader.close();
    await program.db.destroy();
  }
};

/** A value that a flag gave and the core refuses is wrong usage; `flags` are those that it names otherwise. */
export const usage = async <T>(flags: Record<string, string>, asked: Promise<T>): Promise<T> => {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "INVALID_FIELD") throw error;
    const flag = flags[error.field?.split(".")[0] ?? ""];
    throw flag === undefined ? error : new UsageError(`--${flag} ${error.reason}`);
  }
};
