import { RESEARCH_TRIAL_ROWS } from '@overture/domain/money/credits';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import type { TaskFormState } from '../use-task-form.ts';
import { costOfRun } from './run-amounts.ts';
import { useUnenrichedCount } from './run-entries.tsx';
import type { TableRequest } from './use-start-research.ts';

interface FirstRowsProps {
  searchId: number;
  table: TableRequest;
  form: TaskFormState;
}

/** Tries a new column on the first rows of the view, for the credits it names. Nothing where the view has no more rows than that. */
export function FirstRows({ searchId, table, form }: FirstRowsProps) {
  const credits = useUser().organization.email_credits;
  const { data } = useUnenrichedCount({ searchId, promptId: form.promptId, table }, form.canStart);
  if (data === undefined || data.unenriched_count <= RESEARCH_TRIAL_ROWS) return null;
  const cost = costOfRun(RESEARCH_TRIAL_ROWS, form.costPerLead, data.estimate);
  const shown = formatNumber(cost);
  return (
    <span title={t('first_rows_text')}>
      <AppButton
        // What is known already is free: the server decides whether the balance lasts for a look-up.
        disabled={!form.canStart || (cost > credits && !form.isLookup)}
        loading={form.isPending}
        onClick={() => form.run(RESEARCH_TRIAL_ROWS)}
      >
        {t('first_rows', {
          rows: formatNumber(RESEARCH_TRIAL_ROWS),
          cost: form.isLookup ? t('run_selected_cost', { credits: shown }) : t('credits', { count: cost, shown }),
        })}
      </AppButton>
    </span>
  );
}
