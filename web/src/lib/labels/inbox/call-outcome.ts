import { CALL_OUTCOME_LABELS, CALL_OUTCOMES } from '@overture/domain/calls/call-outcomes';
import { defineTexts } from '../../texts.ts';

export const callOutcomeLabel = defineTexts({ ...CALL_OUTCOME_LABELS });

/** What `describeCall` wrote about calls, a line each. */
export const sayCallNotes = (notes: string): string =>
  notes
    .split('\n')
    .map((line) => {
      const outcome = CALL_OUTCOMES.find((one) => `${line}: `.startsWith(`${CALL_OUTCOME_LABELS[one]}: `));
      return outcome ? callOutcomeLabel(outcome) + line.slice(CALL_OUTCOME_LABELS[outcome].length) : line;
    })
    .join('\n');
