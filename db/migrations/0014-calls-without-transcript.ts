import type { Knex } from "knex";

/** The text of a transcript without utterances. Retention also leaves this text. */
const EMPTY_TRANSCRIPT = '{"speaker":[],"role":[],"text":[],"start":[],"end":[]}';

/**
 * Clears the measures of calls that were analysed without a transcript. They were zeros, which lowered every
 * average of a talk metric. A transcript that retention has removed keeps its measures, unless all are zeros.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(
    `UPDATE recordings SET talk_ms = NULL, spoken_ms = NULL, rep_words = NULL,
       conversation_switches = NULL, questions_asked = NULL, waited_ms = NULL, waited_count = NULL
     WHERE spoken_ms = 0 AND rep_words = 0 AND conversation_switches = 0 AND questions_asked = 0
       AND NOT EXISTS (SELECT 1 FROM transcripts AS t
         WHERE t.organization_id = recordings.organization_id AND t.recording_id = recordings.id
           AND t.utterances <> ?)`,
    [EMPTY_TRANSCRIPT],
  );
};
