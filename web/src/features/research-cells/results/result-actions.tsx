import type { EnrichmentAnswer, EnrichmentPrompt } from '@overture/contract/enrichment';
import type { Prospect } from '@overture/contract/prospects';
import { IconPencil, IconPlayerPlay } from '@tabler/icons-react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../../ui/inputs/copy-button.tsx';
import { t as cellTexts } from '../texts.ts';
import { parseResult } from './parse-result.ts';
import { useRunCell } from './research-context.ts';
import { outputText } from './result-value.tsx';
import { t } from './texts.ts';

interface ResultActionsProps {
  task: EnrichmentPrompt;
  lead: Prospect;
  answer: EnrichmentAnswer | undefined;
  onEdit: () => void;
}

/** What can be done with a result: run again, edit, copy; and what it cost. */
export function ResultActions({ task, lead, answer, onEdit }: ResultActionsProps) {
  const runCell = useRunCell(task);
  const output = answer?.state === 'done' ? (parseResult(answer)?.output ?? null) : null;
  const isLoading = answer?.state === 'loading';
  const runLabel = answer ? t('run_again') : cellTexts('run');
  return (
    <>
      <span className="flex-1 text-ink-3 text-meta number">{costText(task, answer)}</span>
      {output === null ? null : <CopyButton value={outputText(output, task)} label={t('copy_result')} />}
      {isLoading || runCell === undefined ? null : (
        <AppButton size="small" kind="quiet" icon={<IconPencil size={14} aria-hidden />} onClick={onEdit}>
          {t(answer?.state === 'done' ? 'edit_result' : 'write_result')}
        </AppButton>
      )}
      {isLoading || runCell === undefined ? null : (
        <AppButton
          size="small"
          icon={<IconPlayerPlay size={14} aria-hidden />}
          aria-label={`${runLabel}: ${t('per_lead', { count: task.cost_per_lead })}`}
          onClick={() => runCell(task, lead)}
        >
          {runLabel}
        </AppButton>
      )}
    </>
  );
}

/** What a result cost; before there is one, what it may cost. */
function costText(task: EnrichmentPrompt, answer: EnrichmentAnswer | undefined): string {
  if (answer === undefined || answer.state === 'loading') return t('per_lead', { count: task.cost_per_lead });
  return answer.credits > 0 ? t('paid', { count: answer.credits }) : t('free');
}
