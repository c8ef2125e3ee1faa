import { Filters, Select } from "../../parts/index.js";
import { RangeFields } from "../../parts/range.js";
import { useQuery } from "../../src/query.js";
import { instants, type Range, rangeFilters } from "../../src/range.js";
import { StatsChoices } from "../stats.graphql.js";
import { tagCounts } from "./tag-counts.js";
import { TagPicker } from "./tag-picker.js";

/** The names of the filters are those of the schema's StatsFilter, and of the URL; lists have commas. */
export const filters = [
  ...rangeFilters,
  "groupBy",
  "teamIds",
  "templateId",
  "includedTags",
  "excludedTags",
  "metric",
] as const;

export type Values = Partial<Record<(typeof filters)[number], string>>;

const presets = ["last7", "last30", "last90", "last365", "month", "lastMonth", "all"] as const;

export const listOf = (value: string | undefined): string[] =>
  value?.split(",").filter(Boolean) ?? [];

const named = (all: string, of: { id: string; name: string }[] | undefined, value: string) => ({
  "": all,
  ...(value && { [value]: value }),
  ...Object.fromEntries(of?.map(({ id, name }) => [id, name]) ?? []),
});

export const StatsFilters = ({
  values: { groupBy = "", teamIds = "", templateId = "", includedTags, excludedTags },
  range,
  change,
}: {
  values: Values;
  range: Range;
  change: (changes: Record<string, string>) => void;
}) => {
  const { data } = useQuery(StatsChoices, { range: instants(range) });
  const tags = tagCounts(data?.stats.stats ?? [])
    .map(([tag]) => tag)
    .toSorted();
  return (
    <Filters change={change}>
      <Select label="By" name="groupBy" options={{ "": "User", team: "Team" }} value={groupBy} />
      <RangeFields of="Created" range={range} presets={presets} />
      <Select
        label="Team"
        name="teamIds"
        options={named("All", data?.teams, teamIds)}
        value={teamIds}
      />
      <Select
        label="Template"
        name="templateId"
        options={named("Any", data?.templates, templateId)}
        value={templateId}
      />
      <div class="tag-pickers">
        <TagPicker
          label="With any of the tags"
          chosen={listOf(includedTags)}
          tags={tags}
          change={(chosen) => change({ includedTags: chosen.join(",") })}
        />
        <TagPicker
          label="Without the tags"
          chosen={listOf(excludedTags)}
          tags={tags}
          change={(chosen) => change({ excludedTags: chosen.join(",") })}
        />
      </div>
    </Filters>
  );
};
