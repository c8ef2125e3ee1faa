import {
  type ComponentChildren,
  createContext,
  type InputHTMLAttributes,
  type PartialInputHTMLAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import type { RequestProblem } from "../../lib/send-operation.js";
import { ProblemAlert } from "../page/problem-alert.js";

interface FormStatus {
  problem?: RequestProblem | undefined;
  isBusy: boolean;
}

const FormState = createContext<FormStatus>({ isBusy: false });

/** The values of a form's controls, by name. */
export interface FormValues {
  /** Returns the control's value, or "". */
  get: (name: string) => string;
  /** Returns the values of all checked boxes of this name. */
  all: (name: string) => string[];
}

const readValues = (form: HTMLFormElement): FormValues => {
  const data = new FormData(form);
  const all = (name: string) => data.getAll(name).filter((value) => typeof value === "string");
  return { get: (name) => all(name)[0] ?? "", all };
};

/** Matches a problem to a control: "input.url" belongs to the control "url", and "input.mentions.0" to "mentions". */
const isProblemOf = (problem: RequestProblem | undefined, name: string | undefined): boolean => {
  const field = problem?.field?.replace(/\.\d+$/, "");
  return name !== undefined && (field === name || field?.endsWith(`.${name}`) === true);
};

/** A form for `useMutation`. Shows the problem at the top and at the field that it names. */
export const Form = ({
  mutation,
  isFocused = false,
  onSubmit,
  children,
}: {
  mutation: FormStatus;
  /** Whether its first control gets the focus when the form appears. In a dialog, `autofocus` of the control does that. */
  isFocused?: boolean;
  onSubmit: (values: FormValues) => void;
  children: ComponentChildren;
}) => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFocused) form.current?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    // Only once, when it appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useEffect(() => {
    if (mutation.problem) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [mutation.problem]);
  return (
    <FormState.Provider value={mutation}>
      <form
        ref={form}
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!mutation.isBusy) onSubmit(readValues(event.currentTarget));
        }}
      >
        <ProblemAlert problem={mutation.problem} />
        {children}
      </form>
    </FormState.Provider>
  );
};

interface LabelProps {
  label: string;
  name?: string;
  hint?: string;
}

interface ControlProps {
  id: string;
  name?: string;
  "aria-invalid"?: boolean;
  "aria-describedby"?: string;
}

/** A control with its label, hint and error. */
const Labelled = ({
  label,
  name,
  hint,
  children,
}: LabelProps & { children: (control: ControlProps) => ComponentChildren }) => {
  const id = useId();
  const { problem } = useContext(FormState);
  const error = isProblemOf(problem, name) ? problem : undefined;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(name && { name }),
        ...(error && { "aria-invalid": true }),
        ...(describedBy && { "aria-describedby": describedBy }),
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`}>
          {error.message}
        </p>
      )}
    </div>
  );
};

// Preact's own type is a union over the input's type; a rest of props fits none of its members.
type Input = Omit<
  PartialInputHTMLAttributes<HTMLInputElement>,
  "role" | "type" | "label" | "name"
> & {
  type?: "text" | "email" | "password" | "search" | "date" | "number" | "url";
  name?: string;
};

/** A single-line input: text, date, number, password. */
export const Field = ({ label, name, hint, ...rest }: LabelProps & Input) => (
  <Labelled {...{ label, ...(name && { name }), ...(hint && { hint }) }}>
    {(control) => <input {...(rest as InputHTMLAttributes)} {...control} />}
  </Labelled>
);

/** A multi-line text input. */
export const TextArea = ({ label, name, hint, ...rest }: LabelProps & TextareaHTMLAttributes) => (
  <Labelled {...{ label, ...(name && { name }), ...(hint && { hint }) }}>
    {(control) => <textarea rows={4} {...rest} {...control} />}
  </Labelled>
);

/** A drop-down list. `options` maps values to texts. */
export const Select = ({
  label,
  name,
  hint,
  options,
  value,
  ...rest
}: LabelProps & SelectHTMLAttributes & { options: Record<string, string>; value?: string }) => (
  <Labelled {...{ label, ...(name && { name }), ...(hint && { hint }) }}>
    {(control) => (
      <select {...rest} {...control}>
        {Object.entries(options).map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);

/** A checkbox followed by its label. */
export const Checkbox = ({
  label,
  ...rest
}: Omit<Input, "type"> & { label: ComponentChildren }) => (
  <label class="check">
    <input {...rest} type="checkbox" />
    <span>{label}</span>
  </label>
);
