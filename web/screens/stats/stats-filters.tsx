import { Filters, Select } from "../../parts/index.js";
import { RangeFields } from "../../parts/form/range-fields.js";
import { useQuery } from "../../lib/use-query.js";
import { toInstants, type DateRange, rangeFilterNames } from "../../lib/range.js";
import { StatsChoices } from "./stats.graphql.js";
import { countTags } from "./count-tags.js";
import { TagPicker } from "./tag-picker.js";

/** Filter names, the same in the URL and in the schema's StatsFilter. Commas separate lists. */
export const statsFilterNames = [
  ...rangeFilterNames,
  "groupBy",
  "teamIds",
  "templateId",
  "includedTags",
  "excludedTags",
  "metric",
  "interval",
] as const;

export type StatsFilterValues = Partial<Record<(typeof statsFilterNames)[number], string>>;

const presets = ["last7", "last30", "last90", "last365", "month", "lastMonth", "all"] as const;

export const parseList = (value: string | undefined): string[] =>
  value?.split(",").filter(Boolean) ?? [];

/** Returns the filters of the list of these recordings; undefined if no list can be filtered in this way. */
export const findListFilter = ({
  teamIds,
  templateId,
  includedTags,
  excludedTags,
}: StatsFilterValues): Record<string, string> | undefined => {
  const [teams, tags] = [parseList(teamIds), parseList(includedTags)];
  if (templateId || excludedTags || teams.length > 1 || tags.length > 1) return undefined;
  return { ...(teams[0] && { teamId: teams[0] }), ...(tags[0] && { tag: tags[0] }) };
};

const buildOptions = (
  emptyText: string,
  choices: { id: string; name: string }[] | undefined,
  value: string,
) => ({
  "": emptyText,
  ...(value && { [value]: value }),
  ...Object.fromEntries(choices?.map(({ id, name }) => [id, name]) ?? []),
});

export const StatsFilters = ({
  values: { groupBy = "", teamIds = "", templateId = "", includedTags, excludedTags },
  range,
  onChange,
}: {
  values: StatsFilterValues;
  range: DateRange;
  onChange: (changes: Record<string, string>) => void;
}) => {
  const { data } = useQuery(StatsChoices, { range: toInstants(range) });
  const tags = countTags(data?.stats.stats ?? [])
    .map(([tag]) => tag)
    .toSorted();
  return (
    <Filters onChange={onChange}>
      <Select
        label="Group by"
        name="groupBy"
        options={{ "": "User", team: "Team" }}
        value={groupBy}
      />
      <RangeFields label="Created" range={range} presets={presets} />
      <Select
        label="Team"
        name="teamIds"
        options={buildOptions("All", data?.teams, teamIds)}
        value={teamIds}
      />
      <Select
        label="Template"
        name="templateId"
        options={buildOptions("All", data?.templates, templateId)}
        value={templateId}
      />
      <div class="tag-pickers">
        <TagPicker
          label="With any of these tags"
          chosen={parseList(includedTags)}
          tags={tags}
          onChange={(chosen) => onChange({ includedTags: chosen.join(",") })}
        />
        <TagPicker
          label="Without these tags"
          chosen={parseList(excludedTags)}
          tags={tags}
          onChange={(chosen) => onChange({ excludedTags: chosen.join(",") })}
        />
      </div>
    </Filters>
  );
};
