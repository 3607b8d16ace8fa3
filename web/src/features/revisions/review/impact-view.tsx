import type { RevisionChange, RevisionImpact } from '@overture/contract/revisions';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatDateTime, formatNumber } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { StepGlyph } from '../../node-kinds/index.ts';
import { changeWords } from './change-words.ts';
import { t } from './texts.ts';

const COUNTS = ['not_there_yet', 'waiting', 'past'] as const;
const card = 'border border-line rounded-card';

interface ImpactViewProps {
  impact: RevisionImpact;
  movesWaiting: boolean;
  /** Opens a step at fault; left out where the flow can't be edited. */
  onStep?: ((id: number) => void) | undefined;
}

/** What becomes different, with the leads before, at and past each step; then who gets another date. */
export function ImpactView({ impact, movesWaiting, onStep }: ImpactViewProps) {
  const { changes, problems, moving, examples } = impact;
  const isOnlyText = changes.some(({ kind }) => kind === 'text');
  return (
    <>
      {problems.length > 0 ? <Problems impact={impact} onStep={onStep} /> : null}
      <ul className={`${card} flex flex-col m-0 p-0 list-none divide-y divide-line`}>
        {changes.map((change) => (
          <ChangeRow key={`${change.kind}${change.node_id}`} change={change} names={formatNames(impact, change)} />
        ))}
      </ul>
      {isOnlyText ? <p className="m-0 text-ink-3 text-meta">{t('effect_text')}</p> : null}
      {moving > 0 && movesWaiting ? (
        <section className="flex flex-col gap-2">
          <h3 className="m-0 text-table font-medium">{t('moving', { count: moving })}</h3>
          {examples.length > 0 ? <Examples examples={examples} /> : null}
        </section>
      ) : null}
    </>
  );
}

function formatNames({ rewritten }: RevisionImpact, { node_id }: RevisionChange): string[] {
  return rewritten.filter((lead) => lead.node_id === node_id).map(({ name }) => name);
}

function Problems({ impact: { problems, problem_steps }, onStep }: Pick<ImpactViewProps, 'impact' | 'onStep'>) {
  const nodeOf = (problem: string) => problem_steps.find((step) => step.problem === problem)?.node_id;
  return (
    <div role="alert" className={`${card} flex gap-2 p-3 text-amber text-table`}>
      <IconAlertTriangle size={18} aria-hidden className="flex-none" />
      <div>
        <p className="m-0 font-medium">{t('problems')}</p>
        <ul className="m-0 p-0 list-none">
          {problems.map((problem) => {
            const node = nodeOf(problem);
            return (
              <li key={problem} className="flex flex-wrap items-center gap-2">
                {problem}
                {node === undefined || !onStep ? null : (
                  <AppButton size="small" onClick={() => onStep(node)}>
                    {t('open_step')}
                  </AppButton>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function ChangeRow({ change, names }: { change: RevisionChange; names: readonly string[] }) {
  const { claimed, rewritten, finished } = change;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 p-3">
      <span className="flex flex-[1_1_220px] items-start gap-2.5 min-w-0">
        <StepGlyph type={change.type} />
        <span className="min-w-0 pt-0.5 text-table">
          <span className="font-medium wrap-anywhere">{changeWords(change)}</span>
          {claimed > 0 ? <Note>{t('claimed', { count: claimed })}</Note> : null}
          {rewritten > 0 ? <Note>{t('rewritten', { count: rewritten, names: names.join(', ') })}</Note> : null}
          {finished > 0 ? <Note>{t('finished', { count: finished })}</Note> : null}
        </span>
      </span>
      <dl className="grid grid-cols-3 gap-4 m-0">
        {COUNTS.map((count) => (
          <div key={count} className="flex flex-col items-end">
            <dt className="text-ink-3 text-meta">{t(count)}</dt>
            <dd className="m-0 text-table font-medium number">{formatNumber(change[count])}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function Note({ children }: { children: string }) {
  return <span className="block text-ink-3 text-meta wrap-anywhere">{children}</span>;
}

function Examples({ examples }: Pick<RevisionImpact, 'examples'>) {
  return (
    <table className="w-full text-table border-collapse">
      <thead>
        <tr className="text-ink-3 text-meta text-start">
          <th className="py-1 font-normal text-start">{t('lead')}</th>
          <th className="py-1 font-normal text-start">{t('from')}</th>
          <th className="py-1 font-normal text-start">{t('to')}</th>
        </tr>
      </thead>
      <tbody>
        {examples.map(({ prospect_id, name, from, to }) => (
          <tr key={prospect_id} className="border-t border-line">
            <td className="py-1.5 pe-3 wrap-anywhere">{name}</td>
            <td className="py-1.5 pe-3 text-ink-3 number">{formatDateTime(from)}</td>
            <td className="py-1.5 number">{formatDateTime(to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
