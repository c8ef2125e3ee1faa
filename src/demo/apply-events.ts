import { type GraphQLSchema, parse } from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import type { Db } from "../../db/engine/connect.js";
import { createContext, type Services } from "../../graph/context/context.js";
import type { DemoEvent, DemoEventKind } from "./events.js";
import { operations } from "./operations.js";

/** The fields of the operations' answers; each operation has some of them. */
interface MutationResult {
  id: string;
  clientId: string | null;
  questions: { id: string }[];
}

/** Ids from the core, by their names in the story. */
class IdMap {
  readonly recordings = new Map<string, string>();
  readonly #templates = new Map<string, MutationResult>();
  readonly #clients = new Map<string, string>();

  /** @throws if an event refers to a later event */
  buildVariables(event: DemoEvent): object {
    const recordingId = "callId" in event ? this.recordings.get(event.callId)! : undefined;
    switch (event.kind) {
      case "start":
        return { recordingId };
      case "fail":
        return { recordingId, reason: event.reason };
      case "review":
        return { recordingId, reviewerEmail: event.reviewerEmail, durationMs: event.durationMs };
      case "client":
        return { id: this.#clients.get(event.crmEntityId)!, input: event.input };
      case "activity":
        return { email: event.email, input: event.input };
      case "analysis":
        return { recordingId, input: { ...event.input, ...this.#process(event) } };
      case "user":
      case "team":
      case "template":
      case "appointment":
      case "call":
        return { input: event.input };
    }
  }

  #process({ process }: DemoEvent<"analysis">): object {
    if (!process) return {};
    const { id, questions } = this.#templates.get(process.template)!;
    const answers = process.answers.map((answer, index) => ({
      questionId: questions[index]!.id,
      ...answer,
    }));
    return { templateId: id, process: { summary: process.summary, answers } };
  }

  record(event: DemoEvent, done: MutationResult): void {
    if (event.kind === "template") this.#templates.set(event.input.name, done);
    if (event.kind !== "call") return;
    this.recordings.set(event.input.callId, done.id);
    if (event.input.customer) this.#clients.set(event.input.customer.id, done.clientId!);
  }
}

const compileOperation = (schema: GraphQLSchema, operation: string): CompiledQuery => {
  const compiled = compileQuery(schema, parse(operation));
  if (!isCompiledQuery(compiled)) throw new Error(`${operation}: ${JSON.stringify(compiled)}`);
  return compiled;
};

/** Returns the transaction as a database; its transactions run inside the outer one. */
const nestInTransaction = (trx: Db): Db =>
  new Proxy(trx, {
    get: (target, name): unknown =>
      name === "transaction"
        ? (change: (db: Db) => unknown) => change(target)
        : Reflect.get(target, name),
  });

const runEvents = async (
  schema: GraphQLSchema,
  services: Services,
  organizationId: string,
  events: readonly DemoEvent[],
): Promise<IdMap> => {
  const compiled = new Map<DemoEventKind, CompiledQuery>();
  const ids = new IdMap();
  for (const event of events) {
    const { kind, at } = event;
    const operation = compiled.get(kind) ?? compileOperation(schema, operations[kind]);
    compiled.set(kind, operation);
    const context = createContext(
      { ...services, now: () => at },
      { role: "internal", organizationId },
      `demo-${kind}`,
    );
    const { data, errors } = await operation.query(undefined, context, ids.buildVariables(event));
    if (errors?.[0]) throw errors[0];
    ids.record(event, (data as { done: MutationResult }).done);
  }
  return ids;
};

/**
 * Applies the events to the organization in order, each at its own time. Returns recording ids by
 * call id.
 */
export const applyEvents = async (
  schema: GraphQLSchema,
  services: Services,
  organizationId: string,
  events: readonly DemoEvent[],
): Promise<ReadonlyMap<string, string>> =>
  // One transaction: a thousand commits would add a tenth of the time.
  services.db.transaction(async (trx) => {
    const all = { ...services, db: nestInTransaction(trx) };
    return (await runEvents(schema, all, organizationId, events)).recordings;
  });
