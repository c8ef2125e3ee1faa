import { Filters, Select } from "../../parts/index.js";

/** Filter names in the URL. */
export const commentFilterNames = ["show", "state", "userEmail"] as const;

export type CommentFilterValues = Partial<Record<(typeof commentFilterNames)[number], string>>;

const showTexts = {
  "": "All that you see",
  forMe: "For you",
  mine: "By you",
};

const stateTexts = { "": "Open", resolved: "Resolved", all: "Open and resolved" };

export const CommentFilters = ({
  values: { show = "", state = "", userEmail = "" },
  users,
  onChange,
}: {
  values: CommentFilterValues;
  users: Record<string, string>;
  onChange: (changes: Record<string, string>) => void;
}) => (
  <Filters onChange={onChange}>
    <Select label="Comments" name="show" options={showTexts} value={show} />
    <Select label="State" name="state" options={stateTexts} value={state} />
    <Select
      label="Calls of"
      name="userEmail"
      options={{ "": "All users", ...(userEmail && { [userEmail]: userEmail }), ...users }}
      value={userEmail}
    />
  </Filters>
);
