import type { Knex } from "knex";
import { columnTypesOf } from "./column-types.js";
import * as initial from "./0001-initial.js";
import * as rateLimits from "./0002-rate-limits.js";
import * as consoleTables from "./0003-console.js";
import * as consoleData from "./0004-console-data.js";
import * as auditLog from "./0005-audit-log.js";
import * as changes from "./0006-changes.js";
import * as search from "./0007-search.js";
import * as media from "./0008-media.js";
import * as analysis from "./0009-analysis.js";
import * as inbound from "./0010-inbound.js";
import * as retention from "./0011-retention.js";
import * as matchWindows from "./0012-match-windows.js";
import * as statFormats from "./0013-stat-formats.js";
import * as callsWithoutTranscript from "./0014-calls-without-transcript.js";
import * as erasures from "./0016-erasures.js";
import * as clockHeartbeats from "./0017-clock-heartbeats.js";
import * as maintenance from "./0018-maintenance.js";
import * as matchOrder from "./0019-match-order.js";
import * as teamMemberOrder from "./0020-team-member-order.js";
import * as clientErasures from "./0021-client-erasures.js";
import * as appointmentOrder from "./0022-appointment-order.js";
import * as instanceDefaults from "./0023-instance-defaults.js";
import * as mediaFetches from "./0024-media-fetches.js";
import * as transcriptionProgress from "./0025-transcription-progress.js";
import * as analysisVersions from "./0026-analysis-versions.js";
import * as repChannels from "./0027-rep-channels.js";
import * as transcriptOriginals from "./0028-transcript-originals.js";
import * as waveforms from "./0029-waveforms.js";
import * as numbers from "./0030-numbers.js";
import * as unmappedCalls from "./0031-unmapped-calls.js";
import * as namedKeys from "./0037-named-keys.js";
import * as accounts from "./0034-accounts.js";
import * as accountLinks from "./0035-account-links.js";
import * as calendarEvents from "./0057-calendar-events.js";
import * as calendars from "./0033-calendars.js";
import * as redaction from "./0040-redaction.js";
import * as mediaChecks from "./0041-media-checks.js";
import * as identities from "./0047-identities.js";
import * as visibleLists from "./0045-visible-lists.js";
import * as looks from "./0044-looks.js";
import * as commentEvents from "./0055-comment-events.js";
import * as notices from "./0056-notices.js";
import * as trackerExamples from "./0066-tracker-examples.js";
import * as nextSteps from "./0071-next-steps.js";
import * as clips from "./0073-clips.js";
import * as clipLinks from "./0075-clip-links.js";
import * as savedViews from "./0076-saved-views.js";
import * as tagEdits from "./0079-tag-edits.js";
import * as playlists from "./0074-playlists.js";
import * as trackers from "./0062-trackers.js";
import * as sentenceVectors from "./0064-sentence-vectors.js";
import * as comments from "./0052-comments.js";
import * as mediaCheckAttempts from "./0053-media-check-attempts.js";
import * as senderLimits from "./0054-sender-limits.js";
import * as consent from "./0042-consent.js";
import * as vocabulary from "./0080-vocabulary.js";
import * as weeklyMails from "./0082-weekly-mails.js";
import * as wordForms from "./0083-word-forms.js";

export interface Migration {
  name: string;
  up: (knex: Knex) => Promise<void>;
}

/**
 * All migrations in order. Databases record their names: never rename, reorder or remove one. A migration of one
 * statement, such as a new column, may be defined here; any other needs its own file.
 */
export const migrations: Migration[] = [
  { name: "0001-initial", up: initial.up },
  { name: "0002-rate-limits", up: rateLimits.up },
  { name: "0003-console", up: consoleTables.up },
  { name: "0004-console-data", up: consoleData.up },
  { name: "0005-audit-log", up: auditLog.up },
  { name: "0006-changes", up: changes.up },
  { name: "0007-search", up: search.up },
  { name: "0008-media", up: media.up },
  { name: "0009-analysis", up: analysis.up },
  { name: "0010-inbound", up: inbound.up },
  { name: "0011-retention", up: retention.up },
  { name: "0012-match-windows", up: matchWindows.up },
  { name: "0013-stat-formats", up: statFormats.up },
  { name: "0014-calls-without-transcript", up: callsWithoutTranscript.up },
  {
    name: "0015-answered-questions",
    // 0: the analysis did not answer the question. Earlier rows don't record this, and events keep their text.
    up: async (knex) => {
      await knex.raw(
        `ALTER TABLE process_answers ADD COLUMN answered ${columnTypesOf(knex).flag} NOT NULL DEFAULT 1`,
      );
    },
  },
  { name: "0016-erasures", up: erasures.up },
  { name: "0017-clock-heartbeats", up: clockHeartbeats.up },
  { name: "0018-maintenance", up: maintenance.up },
  { name: "0019-match-order", up: matchOrder.up },
  { name: "0020-team-member-order", up: teamMemberOrder.up },
  { name: "0021-client-erasures", up: clientErasures.up },
  { name: "0022-appointment-order", up: appointmentOrder.up },
  { name: "0023-instance-defaults", up: instanceDefaults.up },
  { name: "0024-media-fetches", up: mediaFetches.up },
  { name: "0025-transcription-progress", up: transcriptionProgress.up },
  { name: "0026-analysis-versions", up: analysisVersions.up },
  { name: "0027-rep-channels", up: repChannels.up },
  { name: "0028-transcript-originals", up: transcriptOriginals.up },
  { name: "0029-waveforms", up: waveforms.up },
  { name: "0030-numbers", up: numbers.up },
  { name: "0031-unmapped-calls", up: unmappedCalls.up },
  {
    name: "0032-backfilled-recordings",
    up: async (knex) => {
      await knex.raw(
        `ALTER TABLE recordings ADD COLUMN backfilled_at ${columnTypesOf(knex).integer}`,
      );
    },
  },
  { name: "0033-calendars", up: calendars.up },
  { name: "0034-accounts", up: accounts.up },
  { name: "0035-account-links", up: accountLinks.up },
  { name: "0037-named-keys", up: namedKeys.up },
  { name: "0040-redaction", up: redaction.up },
  { name: "0041-media-checks", up: mediaChecks.up },
  { name: "0042-consent", up: consent.up },
  { name: "0044-looks", up: looks.up },
  { name: "0045-visible-lists", up: visibleLists.up },
  {
    name: "0046-calendar-attempts",
    up: async (knex) => {
      await knex.raw(
        `ALTER TABLE calendars ADD COLUMN attempted_at ${columnTypesOf(knex).integer}`,
      );
    },
  },
  { name: "0047-identities", up: identities.up },
  {
    name: "0048-members-without-user-index",
    up: async (knex) => {
      await knex.raw("DROP INDEX IF EXISTS team_members_by_user");
    },
  },
  { name: "0052-comments", up: comments.up },
  { name: "0053-media-check-attempts", up: mediaCheckAttempts.up },
  { name: "0054-sender-limits", up: senderLimits.up },
  { name: "0055-comment-events", up: commentEvents.up },
  { name: "0056-notices", up: notices.up },
  { name: "0057-calendar-events", up: calendarEvents.up },
  {
    name: "0058-search-words",
    up: async (knex) => {
      if ((await knex("search_rows").first("position")) === undefined) return;
      // The next server renews the entries, and searches keep working meanwhile.
      const mark = { organization_id: "", purpose: "search words", owner: "", renewed_at: 0 };
      await knex("maintenance").insert(mark);
    },
  },
  {
    name: "0059-evidence",
    up: async (knex) => {
      const { text, integer } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE process_answers ADD COLUMN evidence ${text}`);
      await knex.raw(`ALTER TABLE process_answers ADD COLUMN evidence_start ${integer}`);
    },
  },
  {
    // Zeros of transcripts that can't show these measures. They lowered the averages.
    name: "0060-measures-without-rep",
    up: async (knex) => {
      await knex.raw(
        `UPDATE recordings SET talk_ms = NULL, rep_words = NULL, questions_asked = NULL, waited_ms = NULL, waited_count = NULL
         WHERE talk_ms = 0 AND rep_words = 0 AND questions_asked = 0 AND waited_count = 0`,
      );
      await knex.raw(
        "UPDATE recordings SET conversation_switches = NULL WHERE conversation_switches = 0",
      );
    },
  },
  {
    // With a person's verdict, `yes` is the verdict, and `machine_yes` what the analysis found.
    name: "0061-verdicts",
    up: async (knex) => {
      const { flag, text, integer } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE process_answers ADD COLUMN machine_yes ${flag}`);
      await knex.raw(`ALTER TABLE process_answers ADD COLUMN verdict_by ${text}`);
      await knex.raw(`ALTER TABLE process_answers ADD COLUMN verdict_at ${integer}`);
      await knex.raw(
        `CREATE INDEX process_answers_by_verdict ON process_answers (organization_id, question_id)
         WHERE verdict_at IS NOT NULL`,
      );
    },
  },
  { name: "0062-trackers", up: trackers.up },
  {
    // The recording's position: the order of the list of recordings with notices.
    name: "0063-notices-order",
    up: async (knex) => {
      const { integer } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE notices ADD COLUMN position ${integer} NOT NULL DEFAULT 0`);
      await knex.raw(
        `UPDATE notices SET position = (SELECT r.position FROM recordings AS r
         WHERE r.organization_id = notices.organization_id AND r.id = notices.recording_id)`,
      );
      await knex.raw(
        "CREATE INDEX notices_list ON notices (organization_id, position, recording_id)",
      );
    },
  },
  { name: "0064-sentence-vectors", up: sentenceVectors.up },
  {
    // Search by meaning: null if it is off; earlier recordings than this position are still to be prepared, 0 if none.
    name: "0065-meaning-search",
    up: async (knex) => {
      const { integer } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE organizations ADD COLUMN meaning_scan_below ${integer}`);
    },
  },
  { name: "0066-tracker-examples", up: trackerExamples.up },
  {
    // The tracker that answers a question; null: the question's wording does.
    name: "0067-question-trackers",
    up: async (knex) => {
      const { text } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE template_questions ADD COLUMN tracker_id ${text}`);
    },
  },
  {
    // What found the answer. Earlier rows don't record this.
    name: "0068-answer-sources",
    up: async (knex) => {
      const { text } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE process_answers ADD COLUMN source ${text}`);
    },
  },
  {
    // JSON: the sources of the calls that a template is for; empty: of all calls.
    name: "0069-template-sources",
    up: async (knex) => {
      const { text } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE templates ADD COLUMN sources ${text} NOT NULL DEFAULT '[]'`);
    },
  },
  {
    // Earlier calls to analyse again: from a position, and before one, 0 if none are left; null if it was never asked for.
    name: "0070-earlier-calls",
    up: async (knex) => {
      const { integer } = columnTypesOf(knex);
      for (const column of ["reanalysis_from", "reanalysis_below"])
        await knex.raw(`ALTER TABLE organizations ADD COLUMN ${column} ${integer}`);
    },
  },
  { name: "0071-next-steps", up: nextSteps.up },
  {
    // Attempts count from 1; a retry waits until it is due. A webhook records since when it fails.
    name: "0072-webhook-retries",
    up: async (knex) => {
      const { text, integer, flag } = columnTypesOf(knex);
      const add = async (table: string, column: string): Promise<void> =>
        knex.raw(`ALTER TABLE ${table} ADD COLUMN ${column}`);
      await add("webhooks", `retry ${text} NOT NULL DEFAULT 'none'`);
      await add("webhooks", `failing_since ${integer}`);
      await add("webhooks", `failure_reported_at ${integer}`);
      await add("deliveries", `attempt ${integer} NOT NULL DEFAULT 1`);
      await add("deliveries", `due_at ${integer}`);
      await add("deliveries", `is_waiting ${flag} NOT NULL DEFAULT 0`);
      await knex.raw("DROP INDEX deliveries_unclaimed");
      await knex.raw(`CREATE INDEX deliveries_unclaimed ON deliveries (webhook_id, id)
        WHERE status = 'pending' AND claimed_by IS NULL AND is_waiting = 0`);
      await knex.raw("CREATE INDEX deliveries_waiting ON deliveries (due_at) WHERE is_waiting = 1");
    },
  },
  { name: "0073-clips", up: clips.up },
  { name: "0074-playlists", up: playlists.up },
  { name: "0075-clip-links", up: clipLinks.up },
  { name: "0076-saved-views", up: savedViews.up },
  {
    // In the order of lists: SQLite would otherwise read all appointments to find a client's.
    name: "0077-appointments-of-clients",
    up: async (knex) => {
      await knex.raw("DROP INDEX appointments_by_client");
      await knex.raw(
        "CREATE INDEX appointments_by_client ON appointments (organization_id, client_id, start_time, id)",
      );
    },
  },
  {
    // Earlier answers are to yes/no questions that weigh the same; earlier scores have neither points nor a version.
    name: "0078-scorecards",
    up: async (knex) => {
      const { text, integer, flag } = columnTypesOf(knex);
      const add = async (table: string, column: string): Promise<void> =>
        knex.raw(`ALTER TABLE ${table} ADD COLUMN ${column}`);
      await add("templates", `version ${integer} NOT NULL DEFAULT 1`);
      for (const table of ["template_questions", "process_answers"]) {
        await add(table, `kind ${text} NOT NULL DEFAULT 'yesNo'`);
        await add(table, `weight ${integer} NOT NULL DEFAULT 1`);
      }
      await add("process_answers", `rating ${integer}`);
      await add("process_answers", `machine_rating ${integer}`);
      await add("process_answers", `is_counted ${flag} NOT NULL DEFAULT 1`);
      await add("recordings", `template_version ${integer}`);
      await add("recordings", `process_points ${integer}`);
      await add("recordings", `process_max ${integer}`);
    },
  },
  { name: "0079-tag-edits", up: tagEdits.up },
  { name: "0080-vocabulary", up: vocabulary.up },
  { name: "0082-weekly-mails", up: weeklyMails.up },
  { name: "0083-word-forms", up: wordForms.up },
  {
    name: "0084-shared-calls",
    up: async (knex: Knex): Promise<void> => {
      const { flag } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE clips ADD COLUMN is_whole ${flag} NOT NULL DEFAULT 0`);
    },
  },
  {
    // JSON: the ids of the teams for whose calls a template is; empty: for all calls. A retired one is for none.
    name: "0085-template-teams",
    up: async (knex) => {
      const { text, flag } = columnTypesOf(knex);
      await knex.raw(`ALTER TABLE templates ADD COLUMN team_ids ${text} NOT NULL DEFAULT '[]'`);
      await knex.raw(`ALTER TABLE templates ADD COLUMN is_retired ${flag} NOT NULL DEFAULT 0`);
    },
  },
  {
    // JSON: what reps are to reach, by the name of the figure.
    name: "0086-targets",
    up: async (knex) => {
      const { text } = columnTypesOf(knex);
      for (const table of ["organizations", "teams"])
        await knex.raw(`ALTER TABLE ${table} ADD COLUMN targets ${text} NOT NULL DEFAULT '{}'`);
    },
  },
];
