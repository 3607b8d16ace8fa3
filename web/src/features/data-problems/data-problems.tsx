import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Decisions } from './decisions.tsx';
import { type AskedFix, ProblemTable } from './problem-table.tsx';
import { t } from './texts.ts';
import { useOddValues, useProblems } from './use-problems.ts';

const OddValuesDialog = lazyPart(() =>
  import('./odd-values-dialog.tsx').then((file) => ({ default: file.OddValuesDialog })),
);
const FixDialog = lazyPart(() => import('./fix-dialog.tsx').then((file) => ({ default: file.FixDialog })));
const FillDialog = lazyPart(() => import('./fill-dialog.tsx').then((file) => ({ default: file.FillDialog })));

interface DataProblemsProps {
  campaignId: number;
  /** Says that all is there, where that is what was asked. Elsewhere nothing is shown then. */
  tellsWhenWhole?: boolean;
}

/** What leads of a campaign lack or have that would read odd, and what can be done about it before anything is sent. */
export function DataProblems({ campaignId, tellsWhenWhole = false }: DataProblemsProps) {
  const problems = useProblems(campaignId);
  const { data } = problems;
  const [asked, setAsked] = useState<AskedFix | null>(null);
  if (!data) return queryFailure(problems, { fallback: t('failed'), compact: true }) ?? null;
  const count = data.leads_with_problems;
  return (
    <section className="flex flex-col gap-2" aria-label={t('table')}>
      {data.unlinked_steps.map(({ step_id, text }) => (
        <p key={step_id} className="flex items-start gap-2 py-2 px-3 rounded-control bg-red-soft text-red" role="alert">
          <IconAlertCircle size={16} className="flex-none mt-px" aria-hidden />
          <span className="wrap-anywhere">{text}</span>
        </p>
      ))}
      {count > 0 ? (
        <>
          <p className="flex items-center gap-2 py-2 px-3 rounded-control bg-amber-soft text-amber" role="status">
            <IconAlertTriangle size={16} aria-hidden />
            {t('summary', { count, shown: formatNumber(count) })}
          </p>
          <ProblemTable problems={data.problems} onAsk={setAsked} />
          <p className="text-ink-3 text-table">{t('note')}</p>
        </>
      ) : tellsWhenWhole && data.unlinked_steps.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-2" role="status">
          <IconCircleCheck size={16} className="text-green" aria-hidden />
          {t('none')}
        </p>
      ) : null}
      <Decisions campaignId={campaignId} decisions={data.decisions} />
      <OddValues campaignId={campaignId} />
      <Suspense fallback={null}>
        {asked?.fix === 'fill' ? (
          <FillDialog campaignId={campaignId} problem={asked.problem} onClose={() => setAsked(null)} />
        ) : asked ? (
          <FixDialog campaignId={campaignId} problem={asked.problem} fix={asked.fix} onClose={() => setAsked(null)} />
        ) : null}
      </Suspense>
    </section>
  );
}

function OddValues({ campaignId }: { campaignId: number }) {
  const { data } = useOddValues(campaignId);
  const [isOpen, setOpen] = useState(false);
  const count = data?.odd_values.length ?? 0;
  const shown = formatNumber(count);
  return (
    <>
      {count > 0 ? (
        <p className="flex items-center justify-between gap-2 text-table text-ink-2">
          {data?.has_more ? t('odd_more', { shown }) : t('odd', { count, shown })}
          <AppButton size="small" onClick={() => setOpen(true)}>
            {t('odd_review')}
          </AppButton>
        </p>
      ) : null}
      <Suspense fallback={null}>
        {isOpen ? <OddValuesDialog campaignId={campaignId} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
