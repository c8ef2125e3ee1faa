import type { Program } from "../../program.js";
import { type CommandInput, UsageError } from "../../base/config/command.js";
import { hasFailureCode } from "../has-failure-code.js";
import { resolveOrganizationId } from "./resolve-organization-id.js";
import type { RunOperation } from "./run-operation.js";

/** Runs `work` with an internal credential of the organization in --org, then closes the program. */
export const runAsOrganization = async (
  { flags, readConfig }: CommandInput,
  work: (run: RunOperation, context: { program: Program; id: string }) => Promise<void>,
): Promise<void> => {
  const { org } = flags;
  if (typeof org !== "string") throw new UsageError("--org <organization> is required");
  const { openProgram } = await import("../../program.js");
  const { recordHeartbeat } = await import("../../../graph/retention/clock.js");
  const { createSchema } = await import("../../../graph/schema.js");
  const { createRunOperation } = await import("./run-operation.js");
  const program = await openProgram(readConfig());
  try {
    const id = await resolveOrganizationId(program, org);
    // Before the first row of this command, whose time may be wrong.
    await recordHeartbeat(program.db, id, program.now());
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

/** Turns the core's refusal of a value into a UsageError. `names`: the command line's names by the core's fields. */
export const rethrowAsUsageError = async <T>(
  names: Record<string, string>,
  result: Promise<T>,
): Promise<T> => {
  try {
    return await result;
  } catch (error) {
    if (!hasFailureCode(error, "INVALID_FIELD", "USER_NOT_FOUND")) throw error;
    const name = names[error.field?.split(".")[0] ?? ""];
    throw name === undefined ? error : new UsageError(`${name} ${error.reason}`);
  }
};
