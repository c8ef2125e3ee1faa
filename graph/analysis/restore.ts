import { replaceAnalysis } from "../../db/analysis/analysis.js";
import { deleteAnalysisClaim } from "../../db/analysis/claims.js";
import { findAnalysisVersion } from "../../db/analysis/versions.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { withSearchUpdated } from "../../db/search/search-index.js";
import { auditPerson } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { notFound } from "../core/errors.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { keepActionItems } from "./keep-action-items.js";
import { withVersionKept } from "./keep-version.js";
import { keepTagEdits } from "./keep-tags.js";
import { transition } from "./transitions.js";
import { keepVerdicts } from "./keep-verdicts.js";
import { buildScoreColumns } from "./score.js";

/**
 * Restores an earlier analysis. Transcript and metrics stay as they are. Cancels a queued analysis: it would overwrite
 * the restored one. Emits no event.
 * @throws NOT_FOUND, CONFLICT
 */
export const restoreAnalysis = async (
  context: Context,
  recordingId: string,
  version: number,
): Promise<RecordingRow> =>
  transition(context, recordingId, {
    from: ["processed"],
    change: async (trx, recording) => {
      const { organizationId, now } = context;
      const found = await findAnalysisVersion(trx, organizationId, recordingId, version);
      if (!found) throw notFound();
      const { columns, answers: earlier, actionItems: earlierItems, tags } = found.content;
      const write = async (): Promise<void> => {
        const answers = await keepVerdicts(trx, organizationId, recording, earlier);
        // What people added is there, or was deleted.
        const own = earlierItems.filter(({ isAdded }) => isAdded !== 1);
        const looked = own.length > 0 || columns.actionItemCount === 0;
        const items = await keepActionItems(
          trx,
          context,
          recording,
          looked ? own.map(({ isAdded: _, ...item }) => item) : null,
        );
        const process = columns.processTotal === null ? {} : buildScoreColumns(answers);
        const changes = {
          ...columns,
          ...process,
          actionItemCount: items?.length ?? null,
          failureReason: null,
        };
        await updateRecording(trx, organizationId, recordingId, changes, now());
        await replaceAnalysis(trx, organizationId, recording, {
          actionItems: items ?? [],
          answers,
          tags: await keepTagEdits(trx, organizationId, recording, tags),
        });
        await deleteAnalysisClaim(trx, organizationId, recordingId);
      };
      await withVersionKept(
        trx,
        context,
        recording,
        () =>
          withSearchUpdated(trx, organizationId, [recordingId], () =>
            withStatsUpdated(trx, organizationId, [recording], write),
          ),
        JSON.parse(found.edited) as string[],
      );
      const detail = `version_${version}`;
      await auditPerson(trx, context, {
        action: "analysis.restored",
        subject: recordingId,
        detail,
      });
    },
  });
