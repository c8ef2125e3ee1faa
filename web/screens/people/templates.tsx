import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  Empty,
  GraphqlHint,
  Problem,
  Skeleton,
  Table,
} from "../../parts/index.js";
import { useQuery } from "../../src/query.js";
import { say } from "../../src/say.js";
import { Templates as Operation } from "../people.graphql.js";
import type { Template } from "./shape.js";
import { TemplateDialog } from "./template-dialog.js";

const columns = (edit: (template: Template) => void): Column<Template>[] => [
  {
    title: "Template",
    head: true,
    cell: ({ id, name }) => (
      <>
        {name}
        <code class="muted answer">{id}</code>
      </>
    ),
  },
  {
    title: "Questions",
    cell: ({ questions }) => (
      <ol class="questions">
        {questions.map(({ id, question }) => (
          <li key={id}>{question}</li>
        ))}
      </ol>
    ),
  },
  {
    title: "Edit",
    cell: (template) => (
      <Button aria-label={`Edit ${template.name}`} onClick={() => edit(template)}>
        Edit
      </Button>
    ),
  },
];

export const Templates = () => {
  const { data, problem, busy, reload } = useQuery(Operation, {});
  const [edited, edit] = useState<Template | "new">();
  return (
    <>
      <div class="with-action">
        <p class="muted">
          A template has the questions that the analysis answers of a call. The answers make the
          process score.
        </p>
        <Button kind="main" onClick={() => edit("new")}>
          New template
        </Button>
      </div>
      <Problem of={problem} retry={reload} />
      {!data && !problem && <Skeleton rows={4} />}
      {data?.templates.length === 0 && (
        <Empty title="There are no templates yet">
          <p>Make one to see how well reps keep to what a call should have.</p>
        </Empty>
      )}
      {data && data.templates.length > 0 && (
        <div class="card">
          <Table
            caption="Templates"
            columns={columns(edit)}
            rows={data.templates}
            idOf={({ id }) => id}
            busy={busy}
          />
        </div>
      )}
      {edited && (
        <TemplateDialog
          of={edited === "new" ? undefined : edited}
          onClose={() => edit(undefined)}
          onDone={() => {
            edit(undefined);
            say("Saved");
            reload();
          }}
        />
      )}
      <GraphqlHint query={Operation} />
    </>
  );
};
