import { type GraphQLSchema, parse } from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";
import type { Db } from "../../db/engine/connect.js";
import { type Context, createContext, type Services } from "../../graph/context/context.js";
import { packUtterances } from "../../db/recordings/transcript.js";
import { storeSentenceVectors } from "../../db/recordings/sentence-vectors.js";
import type { AnalysisInput } from "../../graph/analysis/inputs.js";
import { completeAnalysis } from "../../graph/analysis/transitions.js";
import type { AnalysisTemplate } from "../analyzer/analyzer.js";
import { analyzeByRules } from "../analyzer/basic/index.js";
import { resolveVectors } from "../analyzer/trackers/call-vectors.js";
import { attachAudio } from "./recorded/attach-audio.js";
import type { DemoEvent, DemoEventKind } from "./events.js";
import { createFindMeanings } from "./find-meanings.js";
import { operations } from "./operations.js";

/** The fields of the operations' answers; each operation has some of them. */
interface MutationResult {
  id: string;
  clientId: string | null;
  questions: { id: string; question: string }[];
}

type OperationKind = keyof typeof operations;

/** Ids from the core, by their names in the story. */
class IdMap {
  readonly recordings = new Map<string, string>();
  readonly templates: (AnalysisTemplate & { sources: readonly string[] })[] = [];
  readonly #clients = new Map<string, string>();

  /** @throws if an event refers to a later event */
  buildVariables(event: DemoEvent<OperationKind>): object {
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
      case "user":
      case "team":
      case "template":
      case "appointment":
      case "call":
      case "webhook":
        return { input: event.input };
    }
  }

  record(event: DemoEvent, done: MutationResult): void {
    if (event.kind === "template") {
      const { questions, id } = done;
      const { name, sources } = event.input;
      this.templates.push({ id, name, prompt: null, sources, questions });
    }
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

/** Creates the analysis of the story's conversations: the one by rules, as the server does it by default. */
const createAnalyze = (organizationId: string) => {
  const findMeanings = createFindMeanings();
  return async (
    context: Context,
    recordingId: string,
    { conversation, customFields }: DemoEvent<"analysis">,
    templates: readonly AnalysisTemplate[],
  ): Promise<AnalysisInput> => {
    const { lines, ...people } = conversation;
    const utterances = lines.map(({ sample: _, ...utterance }) => utterance);
    const meanings = findMeanings(lines);
    const call = { organizationId, utterances, ...people, templates, trackers: [] };
    const analysis = analyzeByRules(call, meanings);
    const input = { ...analysis, transcript: utterances, customFields };
    await completeAnalysis(context, recordingId, input, { notices: [] });
    const { computed } = resolveVectors({ utterances: packUtterances(utterances) }, meanings, "");
    if (computed !== null)
      await storeSentenceVectors(context.db, organizationId, [{ recordingId, vectors: computed }]);
    return analysis;
  };
};

/** What the story has become. */
export interface AppliedStory {
  /** Recording ids by call id, in the order of the calls. */
  recordings: ReadonlyMap<string, string>;
  /** By call id. */
  analyses: ReadonlyMap<string, AnalysisInput>;
}

const runEvents = async (
  schema: GraphQLSchema,
  services: Services,
  organizationId: string,
  events: readonly DemoEvent[],
): Promise<AppliedStory> => {
  const compiled = new Map<DemoEventKind, CompiledQuery>();
  const analyses = new Map<string, AnalysisInput>();
  const analyze = createAnalyze(organizationId);
  const ids = new IdMap();
  for (const event of events) {
    const { kind, at } = event;
    const credential = { role: "internal", organizationId } as const;
    const context = createContext({ ...services, now: () => at }, credential, `demo-${kind}`);
    if (event.kind === "analysis") {
      const recordingId = ids.recordings.get(event.callId)!;
      const templates = ids.templates.filter(({ sources }) => sources.includes(event.source));
      analyses.set(event.callId, await analyze(context, recordingId, event, templates));
      continue;
    }
    const operation = compiled.get(kind) ?? compileOperation(schema, operations[event.kind]);
    compiled.set(kind, operation);
    const { data, errors } = await operation.query(undefined, context, ids.buildVariables(event));
    if (errors?.[0]) throw errors[0];
    const { done } = data as { done: MutationResult };
    ids.record(event, done);
    if (event.kind === "call" && event.audio) await attachAudio(context, done.id, event.audio);
  }
  return { recordings: ids.recordings, analyses };
};

/** Applies the events to the organization in order, each at its own time. */
export const applyEvents = async (
  schema: GraphQLSchema,
  services: Services,
  organizationId: string,
  events: readonly DemoEvent[],
): Promise<AppliedStory> =>
  // One transaction: a thousand commits would add a tenth of the time.
  services.db.transaction(async (trx) => {
    const all = { ...services, db: nestInTransaction(trx) };
    return runEvents(schema, all, organizationId, events);
  });
