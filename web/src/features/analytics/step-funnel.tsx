import type { CampaignAnalytics, StepMetrics } from '@overture/contract/analytics';
import { isStepType } from '@overture/domain/flow/step-types';
import { IconDownload } from '@tabler/icons-react';
import { formatNumber } from '../../lib/format.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { saveCsv } from '../../lib/save-csv.ts';
import { ThinBar } from '../../ui/display/spark.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { StepGlyph } from '../node-kinds/index.ts';
import classes from './analytics.module.css';
import type { OpenCategory } from './people-dialog.tsx';
import { t } from './texts.ts';

interface FunnelProps {
  analytics: CampaignAnalytics;
  onOpen: (open: OpenCategory) => void;
}

/** A node with how deep its branches are nested. */
export interface FunnelRow {
  step: StepMetrics;
  depth: number;
}

/** Nodes in reading order: a step, what follows it; at a condition first Yes, then No, one deeper. Deleted ones come last. */
export function funnelRows(steps: readonly StepMetrics[]): FunnelRow[] {
  const rows: FunnelRow[] = [];
  const visit = (parent: number | null, depth: number) => {
    const children = steps.filter((step) => step.parent_id === parent && !step.is_deleted);
    children.sort((a, b) => Number(b.is_yes_child ?? true) - Number(a.is_yes_child ?? true));
    for (const step of children) {
      const own = step.is_yes_child === null ? depth : depth + 1;
      rows.push({ step, depth: own });
      visit(step.step_id, own);
    }
  };
  visit(null, 0);
  return [...rows, ...steps.filter(({ is_deleted }) => is_deleted).map((step) => ({ step, depth: 0 }))];
}

/** Numbers of the steps in reading order; conditions and deleted steps have none. */
export function numberSteps(steps: readonly StepMetrics[]): Map<number, number> {
  const sending = funnelRows(steps).filter(({ step }) => isStepType(step.type) && !step.is_deleted);
  return new Map(sending.map(({ step }, index) => [step.step_id, index + 1]));
}

const states = ['not_started', 'completed', 'failed', 'replied'] as const;
const stateTexts = {
  not_started: 'not_started',
  completed: 'state_completed',
  failed: 'state_failed',
  replied: 'state_replied',
} as const;

/** Steps and branches with their results, and the current place of the leads. */
export function StepFunnel({ analytics, onOpen }: FunnelProps) {
  const rows = funnelRows(analytics.metrics_per_step);
  const most = Math.max(1, ...rows.map(({ step }) => analytics.pipeline[`completion_${step.step_id}`] ?? 0));
  return (
    <section className={classes.card} aria-label={t('funnel')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('funnel')}</h3>
          <p>{t('funnel_text')}</p>
        </div>
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          onClick={() => saveSteps(rows, analytics.pipeline)}
        >
          {t('download')}
        </AppButton>
      </header>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 m-0 pt-2 px-4 pb-3 list-none" aria-label={t('pipeline')}>
        {states.map((state) => (
          <li key={state}>
            <Figure
              name={t(stateTexts[state])}
              value={analytics.pipeline[state] ?? 0}
              onOpen={() => onOpen({ category: state, name: t(stateTexts[state]) })}
            />
          </li>
        ))}
      </ul>
      <div className={classes.funnelHead} aria-hidden>
        <span />
        <span />
        <span>{t('head_done')}</span>
        {COLUMNS.map(({ head }) => (
          <span key={head}>{t(head)}</span>
        ))}
      </div>
      <ol className="m-0 p-0 list-none">
        {rows.map((row) => (
          <FunnelStep key={row.step.step_id} row={row} most={most} pipeline={analytics.pipeline} onOpen={onOpen} />
        ))}
      </ol>
    </section>
  );
}

interface FunnelStepProps extends Pick<FunnelProps, 'onOpen'> {
  row: FunnelRow;
  most: number;
  pipeline: CampaignAnalytics['pipeline'];
}

/** Results of a step, each in its column. Conditions only have waiting leads. */
const COLUMNS = [
  { key: '', word: 'waiting', head: 'head_waiting' },
  { key: 'replied_', word: 'replied', head: 'head_replied' },
  { key: 'failed_', word: 'failed', head: 'head_failed' },
  { key: 'bounced_', word: 'bounced', head: 'head_bounced' },
  { key: 'complained_', word: 'complained', head: 'head_complained' },
] as const;

function FunnelStep({ row: { step, depth }, most, pipeline, onOpen }: FunnelStepProps) {
  const label = nodeKindLabel(step.type);
  const id = step.step_id;
  const done = pipeline[`completion_${id}`] ?? 0;
  const branch = wordBefore(step);
  const figure = (key: string, word: string, isWordShown: boolean) => (
    <Figure
      key={key}
      name={word}
      isWordShown={isWordShown}
      value={pipeline[key] ?? 0}
      onOpen={() => onOpen({ category: key, name: `${label}: ${word}` })}
    />
  );
  return (
    <li className={classes.step}>
      <span
        className="flex items-center gap-2 min-w-0 font-medium max-sm:flex-[1_0_100%]"
        style={{ paddingInlineStart: `calc(var(--space-4) * ${Math.min(depth, 6)})` }}
        title={label}
      >
        {branch ? (
          <span className="flex-none px-1.5 rounded-full bg-pressed text-ink-2 text-meta">{branch}</span>
        ) : null}
        <StepGlyph type={step.type} size={22} />
        <span className="truncate">{label}</span>
      </span>
      <span className="max-sm:flex-[1_0_100%]">
        <ThinBar
          total={most}
          label={`${label}: ${formatNumber(done)} ${t('completed')}`}
          parts={[{ value: done, tone: 'accent', label: 'done' }]}
        />
      </span>
      <span className={`${classes.stepDone} flex gap-3 justify-end`}>
        {isStepType(step.type)
          ? figure(`completion_${id}`, t('completed'), false)
          : [figure(`completion_yes_${id}`, t('yes'), true), figure(`completion_no_${id}`, t('no'), true)]}
      </span>
      {COLUMNS.map(({ key, word }) => (
        <span
          key={word}
          className={`${classes.stepFigure} flex gap-3 justify-end max-sm:data-empty:hidden`}
          data-empty={pipeline[`${key}${id}`] ? undefined : true}
        >
          {pipeline[`${key}${id}`] === undefined ? null : figure(`${key}${id}`, t(word), false)}
        </span>
      ))}
    </li>
  );
}

/** Branch of a node; for a deleted node nothing else. */
function wordBefore({ is_deleted, is_yes_child }: StepMetrics): string | null {
  if (is_deleted) return t('deleted');
  return is_yes_child === null ? null : t(is_yes_child ? 'yes' : 'no');
}

interface FigureProps {
  name: string;
  value: number;
  /** The word is shown beside the number on wide screens too: no column names it. */
  isWordShown?: boolean;
  onOpen: () => void;
}

/** A number that opens its leads; zero is plain text. */
export function Figure({ name, value, isWordShown = true, onOpen }: FigureProps) {
  const words = (
    <>
      {formatNumber(value)} <span data-word={isWordShown ? 'always' : 'narrow'}>{name}</span>
    </>
  );
  if (value === 0) return <span className="text-ink-3 text-meta number">{words}</span>;
  return (
    <button
      type="button"
      className={`${classes.figureLink} number`}
      aria-label={`${formatNumber(value)} ${name}`}
      onClick={onOpen}
    >
      {words}
    </button>
  );
}

const HEADING = [
  'step_id',
  'type',
  'branch',
  'completed',
  'yes',
  'no',
  'waiting',
  'failed',
  'replied',
  'interested',
  'bounced',
  'complained',
];

/** Current place of the leads first, then one line per step. */
function saveSteps(rows: readonly FunnelRow[], pipeline: CampaignAnalytics['pipeline']) {
  saveCsv('steps.csv', HEADING, [
    ...states.map((state) => ['', t(stateTexts[state]), '', pipeline[state] ?? 0]),
    ...rows.map(({ step }) => buildLine(step, pipeline)),
  ]);
}

function buildLine(step: StepMetrics, pipeline: CampaignAnalytics['pipeline']) {
  const of = (key: string) => pipeline[`${key}${step.step_id}`];
  return [
    step.step_id,
    nodeKindLabel(step.type),
    step.is_yes_child === null ? '' : step.is_yes_child ? 'yes' : 'no',
    of('completion_') ?? 0,
    of('completion_yes_'),
    of('completion_no_'),
    of('') ?? 0,
    of('failed_'),
    of('replied_'),
    of('interested_'),
    of('bounced_'),
    of('complained_'),
  ];
}
