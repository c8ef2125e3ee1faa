import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  EmptyState,
  GraphqlHint,
  ProblemAlert,
  Skeleton,
  Table,
} from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { sourceTexts } from "../../lib/source-texts.js";
import { showToast } from "../../lib/toast.js";
import { Templates as Operation } from "./people.graphql.js";
import type { Template } from "./types.js";
import { EarlierCalls } from "./earlier-calls.js";
import { TemplateDialog } from "./template-dialog.js";

const buildColumns = (edit: (template: Template) => void): Column<Template>[] => [
  {
    title: "Template",
    isHeader: true,
    cell: ({ id, name, sources }) => (
      <>
        {name}
        {sources.length > 0 && (
          <span class="muted second-line">
            For calls from: {sources.map((source) => sourceTexts[source]).join(", ")}
          </span>
        )}
        <code class="muted second-line">{id}</code>
      </>
    ),
  },
  {
    title: "Questions",
    cell: ({ questions }) => (
      <ol class="questions">
        {questions.map(({ id, question, tracker }) => (
          <li key={id}>
            {question}
            {tracker && <span class="muted second-line">Tracker: {tracker.name}</span>}
          </li>
        ))}
      </ol>
    ),
  },
  {
    title: "Actions",
    cell: (template) => (
      <Button aria-label={`Edit ${template.name}`} onClick={() => edit(template)}>
        Edit
      </Button>
    ),
  },
];

export const Templates = () => {
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  const [edited, setEdited] = useState<Template | "new">();
  return (
    <>
      <div class="action-row">
        <p class="muted">
          A template lists the questions that the analysis answers about a call. The answers make up
          the process score.
        </p>
        <Button kind="main" onClick={() => setEdited("new")}>
          New template
        </Button>
      </div>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={4} />}
      {data?.templates.length === 0 && (
        <EmptyState title="No templates yet">
          <p>Create a template to measure how well reps follow your process.</p>
        </EmptyState>
      )}
      {data && data.templates.length > 0 && (
        <div class="card">
          <Table
            caption="Templates"
            columns={buildColumns(setEdited)}
            rows={data.templates}
            idOf={({ id }) => id}
            isBusy={isBusy}
          />
        </div>
      )}
      <EarlierCalls />
      {data && edited && (
        <TemplateDialog
          template={edited === "new" ? undefined : edited}
          trackers={data.trackers}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            showToast("Template saved");
            reload();
          }}
        />
      )}
      <GraphqlHint query={Operation} />
    </>
  );
};
