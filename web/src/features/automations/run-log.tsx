import { type AutomationRun, automationsEndpoints } from '@overture/contract/automations';
import { AUTOMATION_LIMITS } from '@overture/domain/automations/automations';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatAgo, formatNumber } from '../../lib/format.ts';
import { DateText } from '../../ui/display/date-text.tsx';
import type { StatusTone } from '../../ui/feedback/status-chip.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { LogEntry, LogPanel } from '../../ui/table/log-panel.tsx';
import { usePager } from '../../ui/table/use-pager.ts';
import { t } from './texts.ts';

const SHOWN = ['all', 'done', 'failed', 'skipped'] as const;
type Shown = (typeof SHOWN)[number];

const TONES: Record<AutomationRun['state'], StatusTone> = {
  done: 'green',
  pending: 'amber',
  failed: 'red',
  unmatched: 'grey',
  skipped: 'grey',
};

/** A run of just now is over in a moment; one that waits for its next try, or for the next day, is not. */
const REFETCHED_IN_MS = 2000;
const NEW_FOR_MS = 60_000;
const isNew = ({ state, created_at }: AutomationRun): boolean =>
  state === 'pending' && Date.now() - Date.parse(created_at) < NEW_FOR_MS;

interface RunLogProps {
  /** An automation, or a rule of a board. */
  of: { id: number; name: string; is_board_rule: boolean };
  onClose: () => void;
}

/** What became of each event, newest first; failed actions of an automation can be tried again. */
export function RunLog({ of, onClose }: RunLogProps) {
  const [shown, setShown] = useState<Shown>('all');
  const { page, setPage } = usePager(shown);
  const { listAutomationRuns, listBoardRuleRuns } = automationsEndpoints;
  const query = useQuery({
    ...queryOptions(of.is_board_rule ? listBoardRuleRuns : listAutomationRuns, {
      params: { id: of.id },
      query: { page, ...(shown === 'all' ? {} : { state: shown }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.runs.some(isNew) ? REFETCHED_IN_MS : false),
  });
  const runs = query.data?.runs;
  return (
    <LogPanel
      title={t('log_title', { name: of.name })}
      onClose={onClose}
      filter={{
        label: t('log_filter'),
        options: SHOWN.map((value) => ({ value, label: t(`filter_${value}`) })),
        value: shown,
        onChange: setShown,
      }}
      failure={queryFailure(query, { compact: true })}
      isPending={query.isPending}
      empty={runs?.length === 0 ? emptyLog(shown) : null}
      pages={{ page, pageSize: AUTOMATION_LIMITS.runs_a_page, total: query.data?.total, onChange: setPage }}
    >
      {runs?.map((run) => (
        <Run key={run.id} automationId={of.is_board_rule ? null : of.id} run={run} />
      ))}
    </LogPanel>
  );
}

const emptyLog = (shown: Shown) =>
  shown === 'all' ? { title: t('log_empty'), text: t('log_empty_text') } : { title: t('log_none') };

function nameCause({ name, is_board_rule }: AutomationRun['caused_by'][number]): string {
  if (name === null) return t('deleted_automation');
  return is_board_rule ? t('rule_of_board', { name }) : name;
}

function Run({ automationId, run }: { automationId: number | null; run: AutomationRun }) {
  const { state, lead, event, reason, caused_by, effects, duration_in_ms, created_at } = run;
  const causes = caused_by.map(nameCause).join(', ');
  return (
    <LogEntry
      tone={TONES[state]}
      state={t(`run_${state}`)}
      title={lead?.name ?? event.type}
      when={<DateText value={created_at} format={formatAgo} />}
    >
      <div className="flex flex-col gap-2 pt-3 text-table">
        {reason ? <p className="m-0 text-ink-2">{reason}</p> : null}
        {causes ? <p className="m-0 text-ink-3">{t('caused_by', { names: causes })}</p> : null}
        <ol className="flex flex-col gap-1 m-0 ps-5">
          {effects.map((effect) => (
            <li key={effect.position}>
              {t(effect.type)}: {t(`effect_${effect.state}`)}
              {effect.note ? <span className="block text-ink-3 wrap-anywhere">{effect.note}</span> : null}
            </li>
          ))}
        </ol>
        {duration_in_ms === null ? null : (
          <span className="text-ink-3 text-meta number">{t('duration', { ms: formatNumber(duration_in_ms) })}</span>
        )}
        {effects.some((effect) => effect.state === 'failed') && state === 'failed' && automationId !== null ? (
          <Retry automationId={automationId} runId={run.id} />
        ) : null}
      </div>
    </LogEntry>
  );
}

function Retry({ automationId, runId }: { automationId: number; runId: number }) {
  const retry = useMutation({
    ...mutationOptions(automationsEndpoints.retryAutomationRun),
    onSuccess: () => void toast.success(t('retried')),
    onError: (error) => toast.error(errorMessage(error, t('change_failed'))),
  });
  return (
    <div>
      <AppButton
        size="small"
        loading={retry.isPending}
        onClick={() => retry.mutate({ params: { id: automationId, runId } })}
      >
        {t('retry')}
      </AppButton>
    </div>
  );
}
