import { Filters, Select } from "../../parts/index.js";

/** Filter names in the URL. */
export const stepFilterNames = ["owner", "state", "userEmail"] as const;

export type StepFilterValues = Partial<Record<(typeof stepFilterNames)[number], string>>;

const ownerTexts = { "": "All that you see", mine: "Yours" };

const stateTexts = { "": "Open", overdue: "Overdue", done: "Done", all: "Open and done" };

export const StepFilters = ({
  values: { owner = "", state = "", userEmail = "" },
  users,
  onChange,
}: {
  values: StepFilterValues;
  users: Record<string, string>;
  onChange: (changes: Record<string, string>) => void;
}) => (
  <Filters onChange={onChange}>
    <Select label="Next steps" name="owner" options={ownerTexts} value={owner} />
    <Select label="State" name="state" options={stateTexts} value={state} />
    {(userEmail !== "" || Object.keys(users).length > 1) && (
      <Select
        label="Calls of"
        name="userEmail"
        options={{ "": "All users", ...(userEmail && { [userEmail]: userEmail }), ...users }}
        value={userEmail}
      />
    )}
  </Filters>
);
