/** How long a simpler form is used before the full form is tried again. */
export const FORM_MEMORY_MS = 10 * 60_000;
/** The failures after which a request takes a simpler form. */
const FAILURES_PER_FORM = 2;

/** The forms that one request takes, from the fullest to simpler ones. */
interface FormSequence<Form> {
  readonly form: Form;
  /** The server refused the form. If there is a simpler form, sets `form` to it and returns true. */
  onRefused: () => boolean;
  /** The server failed. After the second failure, sets `form` to a simpler one, if there is one. */
  onFailed: () => void;
  /** The server accepted the form. */
  onAccepted: () => void;
}

/** Begins a request. Servers may support different forms for different kinds of requests. */
type BeginForms<Form> = (kind: string) => FormSequence<Form>;

/**
 * Creates the selection of a server's request forms, fullest first. Each request starts with the full form, except for
 * ten minutes after the server refused it or failed with it in two consecutive requests: a single failure may be an
 * outage.
 * @param now milliseconds since 1970
 */
export const createRequestForms = <Form>(
  forms: readonly [Form, ...Form[]],
  now: () => number = Date.now,
): BeginForms<Form> => {
  const remembered = new Map<string, { index: number; until: number }>();
  /** The kinds whose last request with the full form failed and needed a simpler one. */
  const suspected = new Set<string>();
  return (kind) => {
    const known = remembered.get(kind);
    const start = known && now() < known.until ? known.index : 0;
    let index = start;
    let failures = 0;
    let wasRefused = false;
    const stepDown = (): boolean => {
      if (index + 1 === forms.length) return false;
      index += 1;
      failures = 0;
      return true;
    };
    return {
      get form() {
        return forms[index]!;
      },
      onRefused: () => {
        wasRefused = true;
        const hasStepped = stepDown();
        // The server may have been replaced.
        if (!hasStepped) remembered.delete(kind);
        return hasStepped;
      },
      onFailed: () => {
        failures += 1;
        if (failures >= FAILURES_PER_FORM) stepDown();
      },
      onAccepted: () => {
        if (index === 0) suspected.delete(kind);
        if (index === start) return;
        if (wasRefused || suspected.has(kind))
          remembered.set(kind, { index, until: now() + FORM_MEMORY_MS });
        else suspected.add(kind);
      },
    };
  };
};
