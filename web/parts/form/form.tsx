import {
  type ComponentChildren,
  createContext,
  type InputHTMLAttributes,
  type PartialInputHTMLAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import type { Problem as Reason } from "../src/ask.js";
import { Problem } from "./problem.js";

interface State {
  problem?: Reason | undefined;
  busy: boolean;
}

const FormState = createContext<State>({ busy: false });

/** What is in the controls of a form, by their names. */
export interface Values {
  /** "" where there is none. */
  get: (name: string) => string;
  /** Of several boxes of one name: those that are ticked. */
  all: (name: string) => string[];
}

const valuesOf = (form: HTMLFormElement): Values => {
  const data = new FormData(form);
  const all = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  return { get: (name) => all(name)[0] ?? "", all };
};

/** "url" of "input.url": the server names fields as the schema does. */
const isOf = (problem: Reason | undefined, name: string | undefined): boolean =>
  name !== undefined && (problem?.field === name || problem?.field?.endsWith(`.${name}`) === true);

/** A form of a change (`useMutation`): its problem is shown on top, and at the field that it names. */
export const Form = ({
  of,
  onSubmit,
  children,
}: {
  of: State;
  onSubmit: (values: Values) => void;
  children: ComponentChildren;
}) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (of.problem) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [of.problem]);
  return (
    <FormState.Provider value={of}>
      <form
        ref={form}
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!of.busy) onSubmit(valuesOf(event.currentTarget));
        }}
      >
        <Problem of={of.problem} />
        {children}
      </form>
    </FormState.Provider>
  );
};

interface Labelled {
  label: string;
  name?: string;
  hint?: string;
}

interface Described {
  id: string;
  name?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}

/** A label, a control, what to know of it, and what is wrong with it. */
const Labelled = ({
  label,
  name,
  hint,
  children,
}: Labelled & { children: (described: Described) => ComponentChildren }) => {
  const id = useId();
  const { problem } = useContext(FormState);
  const wrong = isOf(problem, name) ? problem : undefined;
  const described = [hint && `${id}-hint`, wrong && `${id}-wrong`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(name && { name }),
        ...(wrong && { "aria-invalid": true }),
        ...(described && { "aria-describedby": described }),
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong.message}
        </p>
      )}
    </div>
  );
};

// Preact's own type is a union by the input's type, into which no rest of props fits.
type Input = Omit<
  PartialInputHTMLAttributes<HTMLInputElement>,
  "role" | "type" | "label" | "name"
> & {
  type?: "text" | "email" | "password" | "search" | "date" | "number" | "url";
  name?: string;
};

/** A line of text, a date, a password. */
export const Field = ({ label, name, hint, ...rest }: Labelled & Input) => (
  <Labelled {...{ label, ...(name && { name }), ...(hint && { hint }) }}>
    {(described) => <input {...(rest as InputHTMLAttributes)} {...described} />}
  </Labelled>
);

export const TextArea = ({ label, name, hint, ...rest }: Labelled & TextareaHTMLAttributes) => (
  <Labelled {...{ label, ...(name && { name }), ...(hint && { hint }) }}>
    {(described) => <textarea rows={4} {...rest} {...described} />}
  </Labelled>
);

/** `options`: the values, with what is shown of them; "" is none. */
export const Select = ({
  label,
  name,
  hint,
  options,
  value,
  ...rest
}: Labelled & SelectHTMLAttributes & { options: Record<string, string>; value?: string }) => (
  <Labelled {...{ label, ...(name && { name }), ...(hint && { hint }) }}>
    {(described) => (
      <select {...rest} {...described}>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);

/** A box to tick, with its label behind it. */
export const Check = ({ label, ...rest }: Omit<Input, "type"> & { label: ComponentChildren }) => (
  <label class="check">
    <input {...rest} type="checkbox" />
    <span>{label}</span>
  </label>
);
