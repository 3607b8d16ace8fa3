import type { DataProblem } from '@overture/contract/data-problems';
import { IconChevronDown } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu, type MenuEntry } from '../../ui/overlays/action-menu.tsx';
import { fieldLabel } from './problem-words.ts';
import { t } from './texts.ts';

export type AskedFix = { problem: DataProblem; fix: DataProblem['fixes'][number] | 'look_up' | 'fill' };

interface ProblemTableProps {
  problems: readonly DataProblem[];
  onAsk: (asked: AskedFix) => void;
}

const cell = 'py-1.5 px-3 border-t border-line';
const head = 'py-1 px-3 font-normal text-start text-ink-3 text-meta';

/** Field, step and leads, with the possible fixes. Undecided leads stay on hold. */
export function ProblemTable({ problems, onAsk }: ProblemTableProps) {
  return (
    <div
      className="max-h-75 overflow-y-auto border border-line rounded-control"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach what lies below.
      tabIndex={0}
    >
      <table className="w-full border-collapse text-table" aria-label={t('table')}>
        <thead>
          <tr>
            <th className={head}>{t('column_field')}</th>
            <th className={`${head} max-sm:hidden`}>{t('column_step')}</th>
            <th className={`${head} text-end`}>{t('column_leads')}</th>
            <th aria-hidden />
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => (
            <tr key={`${problem.step_id}:${problem.field}`}>
              <td className={`${cell} wrap-break-word`}>
                {fieldLabel(problem.field)}
                <span className="hidden text-ink-3 text-meta max-sm:block">{stepLabel(problem)}</span>
              </td>
              <td className={`${cell} text-ink-3 max-sm:hidden`}>{stepLabel(problem)}</td>
              <td className={`${cell} text-end number`}>{formatNumber(problem.leads)}</td>
              <td className={`${cell} text-end`}>
                <ActionMenu
                  label={t('resolve_row', { field: fieldLabel(problem.field), number: problem.step_number })}
                  entries={listEntries(problem, onAsk)}
                >
                  <AppButton
                    size="small"
                    kind="quiet"
                    rightIcon={<IconChevronDown size={14} aria-hidden />}
                    aria-label={t('resolve_row', {
                      field: fieldLabel(problem.field),
                      number: problem.step_number,
                    })}
                  >
                    {t('resolve')}
                  </AppButton>
                </ActionMenu>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function stepLabel({ step_type, step_number }: DataProblem): string {
  return t('step', { step: nodeKindLabel(step_type), number: step_number });
}

function listEntries(problem: DataProblem, onAsk: ProblemTableProps['onAsk']): MenuEntry[] {
  const ask = (fix: AskedFix['fix']) => ({ id: fix, label: t(fix), onSelect: () => onAsk({ problem, fix }) });
  const can = (fix: DataProblem['fixes'][number]) => (problem.fixes.includes(fix) ? [ask(fix)] : []);
  return [
    ...(problem.can_fill ? [ask('fill')] : []),
    ...(problem.look_up_credits === null ? [] : [ask('look_up')]),
    ...can('stand_in'),
    ...can('fallback'),
    ...can('skip'),
    ...can('remove').map((entry) => ({ ...entry, danger: true })),
    { id: 'hold', label: t('hold'), onSelect: () => {}, divider: true },
  ];
}
