import { type GraphQLSchema, parse } from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import type { Db } from "../../db/connect.js";
import { createContext, type Services } from "../../graph/context.js";
import type { DemoEvent, Happening } from "./events.js";
import { operations } from "./operations.js";

/** What the core answers; each operation has some of it. */
interface Done {
  id: string;
  clientId: string | null;
  questions: { id: string }[];
}

/** The ids that the core gave to what the story calls by its own names. */
class Ids {
  readonly recordings = new Map<string, string>();
  readonly #templates = new Map<string, Done>();
  readonly #clients = new Map<string, string>();

  /** @throws for an event about something that has not happened */
  variables(event: DemoEvent): object {
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

  learn(event: DemoEvent, done: Done): void {
    if (event.kind === "template") this.#templates.set(event.input.name, done);
    if (event.kind !== "call") return;
    this.recordings.set(event.input.callId, done.id);
    if (event.input.customer) this.#clients.set(event.input.customer.id, done.clientId!);
  }
}

const compile = (schema: GraphQLSchema, operation: string): CompiledQuery => {
  const compiled = compileQuery(schema, parse(operation));
  if (!isCompiledQuery(compiled)) throw new Error(`${operation}: ${JSON.stringify(compiled)}`);
  return compiled;
};

/** The transaction as a database, where what would be a transaction is a part of it. */
const within = (trx: Db): Db =>
  new Proxy(trx, {
    get: (target, name): unknown =>
      name === "transaction"
        ? (change: (db: Db) => unknown) => change(target)
        : Reflect.get(target, name),
  });

const happen = async (
  schema: GraphQLSchema,
  services: Services,
  organizationId: string,
  events: readonly DemoEvent[],
): Promise<Ids> => {
  const compiled = new Map<Happening, CompiledQuery>();
  const ids = new Ids();
  for (const event of events) {
    const { kind, at } = event;
    const operation = compiled.get(kind) ?? compile(schema, operations[kind]);
    compiled.set(kind, operation);
    const context = createContext(
      { ...services, now: () => at },
      { role: "internal", organizationId },
      `demo-${kind}`,
    );
    const { data, errors } = await operation.query(undefined, context, ids.variables(event));
    if (errors?.[0]) throw errors[0];
    ids.learn(event, (data as { done: Done }).done);
  }
  return ids;
};

/**
 * Lets the events happen in the organization, one after the other, each at its own time. Returns the
 * ids of the recordings by their calls'.
 */
export const load = async (
  schema: GraphQLSchema,
  services: Services,
  organizationId: string,
  events: readonly DemoEvent[],
): Promise<ReadonlyMap<string, string>> =>
  // To begin and commit for each of a thousand changes would take a tenth of the time.
  services.db.transaction(async (trx) => {
    const all = { ...services, db: within(trx) };
    return (await happen(schema, all, organizationId, events)).recordings;
  });
