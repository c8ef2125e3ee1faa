import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  EmptyState,
  GraphqlHint,
  ProblemAlert,
  Section,
  Skeleton,
  Table,
} from "../../parts/index.js";
import { showUndo } from "../../lib/toast.js";
import { focusMain } from "../../lib/focus-main.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { SettingsScreen } from "../settings/settings-screen.js";
import { TermDialog } from "./term-dialog.js";
import {
  DeleteVocabularyTerm,
  SaveVocabularyTerm,
  Vocabulary as Operation,
  type VocabularyQuery,
} from "./vocabulary.graphql.js";

type Term = VocabularyQuery["vocabulary"][number];
type Suggestion = VocabularyQuery["vocabularySuggestions"][number];

const buildTermColumns = (
  onEdit: (term: Term) => void,
  onRemove: (term: Term) => void,
): Column<Term>[] => [
  { title: "Term", isHeader: true, cell: ({ term }) => term },
  {
    title: "Heard as",
    cell: ({ heardAs }) =>
      heardAs.length > 0 ? heardAs.join(", ") : <span class="muted">what sounds like it</span>,
  },
  {
    title: "Actions",
    cell: (term) => (
      <div class="actions">
        <Button aria-label={`Change ${term.term}`} onClick={() => onEdit(term)}>
          Change
        </Button>
        <Button aria-label={`Remove ${term.term}`} onClick={() => onRemove(term)}>
          Remove
        </Button>
      </div>
    ),
  },
];

const buildSuggestionColumns = (onAdd: (suggestion: Suggestion) => void): Column<Suggestion>[] => [
  { title: "Corrected to", isHeader: true, cell: ({ term }) => term },
  { title: "Heard as", cell: ({ heard }) => heard },
  { title: "Times", isNumber: true, cell: ({ times }) => times },
  {
    title: "Actions",
    cell: (suggestion) => (
      <Button aria-label={`Add ${suggestion.term}`} onClick={() => onAdd(suggestion)}>
        Add
      </Button>
    ),
  },
];

/** The names and words that debrief writes as the organization does. */
const Vocabulary = () => {
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  const [edited, setEdited] = useState<{ term: Term; isNew: boolean }>();
  const remove = useMutation(DeleteVocabularyTerm);
  const removeTerm = async ({ term, heardAs }: Term): Promise<void> => {
    if (remove.isBusy || !(await remove.run({ term }))) return;
    showUndo(`${term} removed`, SaveVocabularyTerm, { term, heardAs }, reload);
    // The focused button disappears.
    focusMain();
    reload();
  };
  const addSuggestion = ({ term, heard }: Suggestion): void => {
    const known = data?.vocabulary.find((each) => each.term.toLowerCase() === term.toLowerCase());
    setEdited({ term: { term, heardAs: [...(known?.heardAs ?? []), heard] }, isNew: !known });
  };
  const addButton = (
    <Button kind="main" onClick={() => setEdited({ term: { term: "", heardAs: [] }, isNew: true })}>
      Add a term
    </Button>
  );
  return (
    <SettingsScreen title="Vocabulary" actions={addButton}>
      <div class="stack">
        <ProblemAlert problem={problem} onRetry={reload} />
        <ProblemAlert problem={remove.problem} />
        {!data && !problem && <Skeleton rows={8} />}
        {data && data.vocabularySuggestions.length > 0 && (
          <Section title="Corrected often">
            <p class="muted">
              People corrected these three times or more in the last 30 days. Add them, and debrief
              writes them right.
            </p>
            <Table
              caption="Corrected often"
              columns={buildSuggestionColumns(addSuggestion)}
              rows={data.vocabularySuggestions}
              idOf={({ term, heard }) => `${term} ${heard}`}
            />
          </Section>
        )}
        {data && (
          <Section title="Names and terms">
            <p class="muted">
              In calls that debrief transcribes, words that sound like these are written like these,
              as are the names of the rep, the client and the organization. Ordinary English words
              stay, unless you list them under “Heard as”. A repaired line says what was heard.
            </p>
            {data.vocabulary.length > 0 ? (
              <Table
                caption="Names and terms"
                columns={buildTermColumns(
                  (term) => setEdited({ term, isNew: false }),
                  (term) => void removeTerm(term),
                )}
                rows={data.vocabulary}
                idOf={({ term }) => term}
                isBusy={isBusy}
              />
            ) : (
              <EmptyState title="No terms yet">
                Add the brands, products and places that your calls name.
              </EmptyState>
            )}
          </Section>
        )}
      </div>
      {edited && (
        <TermDialog
          {...edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            reload();
          }}
        />
      )}
      <GraphqlHint query={Operation} />
    </SettingsScreen>
  );
};

export default Vocabulary;
