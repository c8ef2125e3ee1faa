// The building blocks of screens. The bundle keeps them in one file, which all screens share.
export { Button } from "./button.js";
export { CardPage } from "./page/card-page.js";
export { Confirm } from "./dialog/confirm.js";
export { CopyButton } from "./copyable/copy-button.js";
export {
  CommandBlock,
  CurlHint,
  buildCurl,
  buildGraphqlCurl,
  GraphqlHint,
} from "./copyable/curl-hint.js";
export { Dialog } from "./dialog/dialog.js";
export { EmptyState } from "./page/empty-state.js";
export { FactList, buildJsonFacts } from "./value/fact-list.js";
export { Filters } from "./form/filters.js";
export { Checkbox, Field, Form, Select, TextArea, type FormValues } from "./form/form.js";
export { Icon } from "./icon.js";
export { Menu } from "./menu.js";
export { List } from "./table/list.js";
export { loadMarkdown, Markdown } from "./value/markdown.js";
export { DeliveryOutcome } from "./value/delivery-outcome.js";
export { ProviderLink } from "./provider-link.js";
export { ProblemAlert } from "./page/problem-alert.js";
export { Toast } from "./page/toast.js";
export { Screen } from "./page/screen.js";
export { Section } from "./page/section.js";
export { ShownOnce } from "./copyable/shown-once.js";
export { Skeleton } from "./page/skeleton.js";
export { Person } from "./value/person.js";
export { Score } from "./value/score.js";
export { StatusBadge } from "./value/status-badge.js";
export { type Column, Table } from "./table/table.js";
export { Tags } from "./value/tags.js";
export { Duration, Moment, Time } from "./value/time.js";
