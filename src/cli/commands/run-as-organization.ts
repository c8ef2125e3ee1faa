import { execute, getOperationAST, type GraphQLSchema, parse } from "graphql";
import { createContext, type Services } from "../../../graph/context/context.js";
import type { Program } from "../../program.js";
import { beatClock } from "../../../graph/retention/clock.js";
import { Failure, classifyError } from "../../../graph/core/errors.js";
import {
  validateRequired,
  validateValues,
  listVariables,
} from "../../../graph/arguments/variables.js";
import { type CommandInput, UsageError } from "../../base/config/command.js";
import { resolveOrganizationId } from "./resolve-organization-id.js";

/** Runs an operation of the core. @throws Failure if the core refuses it */
export type RunOperation = <Data>(
  operation: string,
  variables?: Record<string, unknown>,
) => Promise<Data>;

const createRunOperation =
  (schema: GraphQLSchema, services: Services, organizationId: string): RunOperation =>
  async <Data>(operation: string, variables: Record<string, unknown> = {}): Promise<Data> => {
    const document = parse(operation);
    // The same checks and messages as over /graphql.
    const declared = listVariables(schema, getOperationAST(document)!);
    validateRequired(declared, variables);
    validateValues(declared, variables);
    const credential = { role: "internal", organizationId } as const;
    const { data, errors } = await execute({
      schema,
      document,
      variableValues: variables,
      contextValue: createContext(services, credential, services.newId()),
    });
    const [error] = errors ?? [];
    if (!error) return data as Data;
    const { failure, unexpected } = classifyError(error);
    throw unexpected ? (error.originalError ?? error) : failure;
  };

/** Runs `work` with an internal credential of the organization in --org, then closes the program. */
export const runAsOrganization = async (
  { flags, readConfig }: CommandInput,
  work: (run: RunOperation, context: { program: Program; id: string }) => Promise<void>,
): Promise<void> => {
  const { org } = flags;
  if (typeof org !== "string") throw new UsageError("--org <organization> is required");
  const { openProgram } = await import("../../program.js");
  const { createSchema } = await import("../../../graph/schema.js");
  const program = await openProgram(readConfig());
  try {
    const id = await resolveOrganizationId(program, org);
    // Before the first row of this command, whose time may be wrong.
    await beatClock(program.db, id, program.now());
    await work(createRunOperation(createSchema(), program, id), { program, id });
  } finally {
    await program.notifier.stop();
    await program.reader.close();
    await program.db.destroy();
  }
};

/** Runs `work` as `runAsOrganization` does, in the organization that the first argument names. */
export const runInOrganization = async (
  input: CommandInput,
  work: (run: RunOperation) => Promise<void>,
): Promise<void> =>
  runAsOrganization({ ...input, flags: { ...input.flags, org: input.args[0] } }, work);

const VALUE_CODES = new Set(["INVALID_FIELD", "USER_NOT_FOUND"]);

/** Turns the core's refusal of a value into a UsageError. `names`: the command line's names by the core's fields. */
export const rethrowAsUsageError = async <T>(
  names: Record<string, string>,
  result: Promise<T>,
): Promise<T> => {
  try {
    return await result;
  } catch (error) {
    if (!(error instanceof Failure) || !VALUE_CODES.has(error.code)) throw error;
    const name = names[error.field?.split(".")[0] ?? ""];
    throw name === undefined ? error : new UsageError(`${name} ${error.reason}`);
  }
};
