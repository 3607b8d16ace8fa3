import { type DataDecision, dataProblemsEndpoints } from '@overture/contract/data-problems';
import { isVariable } from '@overture/domain/message/tokens';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { formatNumber, withinSentence } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { fieldLabel } from './problem-words.ts';
import { t } from './texts.ts';
import { refetchProblems } from './use-problems.ts';

/** What was decided already, each to be taken back. */
export function Decisions({ campaignId, decisions }: { campaignId: number; decisions: readonly DataDecision[] }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: ({ step_id, field }: DataDecision) =>
      call(dataProblemsEndpoints.undoDataDecision, {
        params: { id: campaignId },
        body: field !== null && isVariable(field) ? { field } : { step_id },
      }),
    onSettled: () => refetchProblems(client),
    onError: (error) => toast.error(errorMessage(error, t('decide_failed'))),
  });
  if (decisions.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 m-0 p-0 list-none text-table text-ink-2">
      {decisions.map((decision) => {
        const what = describe(decision);
        return (
          <li
            key={`${decision.kind}:${decision.step_id ?? decision.field}`}
            className="flex items-center justify-between gap-2"
          >
            <span className="wrap-anywhere">{what}</span>
            <span className="flex-none">
              <AppButton
                size="small"
                kind="quiet"
                loading={undo.isPending && undo.variables === decision}
                aria-label={t('undo_decision', { what })}
                onClick={() => undo.mutate(decision)}
              >
                {t('undo')}
              </AppButton>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function describe({ kind, step_number, field, words, leads: count }: DataDecision): string {
  const shown = formatNumber(count);
  if (kind === 'skip') return t('decided_skip', { count, shown, number: step_number ?? 0 });
  const label = withinSentence(fieldLabel(field ?? ''));
  return words === null
    ? t('decided_many', { count, shown, field: label })
    : t('decided_words', { count, shown, field: label, words });
}
