import { Button, Field, Filters, Select } from "../../parts/index.js";
import { useUsers } from "../../src/users.js";

/** The names of the filters are those of the schema's RecordingFilter, and of the URL. */
export const filters = ["search", "userEmail", "from", "to", "tag", "status", "clientId"] as const;

export type Values = Partial<Record<(typeof filters)[number], string>>;

const statuses = {
  "": "Processed",
  processing: "Being analysed",
  received: "Received",
  failed: "Failed",
};

export const RecordingFilters = ({
  values,
  change,
}: {
  values: Values;
  change: (changes: Values) => void;
}) => {
  const users = useUsers();
  const { userEmail = "" } = values;
  return (
    <Filters change={change}>
      <Field label="Words" name="search" type="search" value={values.search ?? ""} />
      <Select
        label="User"
        name="userEmail"
        options={{ "": "Everybody", ...(userEmail && { [userEmail]: userEmail }), ...users }}
        value={userEmail}
      />
      <Field label="Created from" name="from" type="date" value={values.from ?? ""} />
      <Field label="Created until" name="to" type="date" value={values.to ?? ""} />
      <Field label="Tag" name="tag" value={values.tag ?? ""} />
      <Select label="State" name="status" options={statuses} value={values.status ?? ""} />
      {values.clientId && (
        <Button icon="close" onClick={() => change({ clientId: "" })}>
          Of one client
        </Button>
      )}
    </Filters>
  );
};
