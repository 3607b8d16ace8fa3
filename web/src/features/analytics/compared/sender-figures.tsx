import { analyticsEndpoints, type SenderFigures, type StepMetrics } from '@overture/contract/analytics';
import { senderName } from '@overture/domain/accounts';
import { stepKind } from '@overture/domain/flow/step-types';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatNumber, formatPercent } from '../../../lib/format.ts';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { saveCsv } from '../../../lib/save-csv.ts';
import { nameZone } from '../../../lib/time-zones.ts';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../analytics.module.css';
import type { ChosenDays } from '../range-field.tsx';
import { numberSteps } from '../step-funnel.tsx';
import { t } from '../texts.ts';
import { FiguresTable } from './figures-table.tsx';

type Figures = Pick<SenderFigures, 'sent' | 'replies' | 'interested' | 'bounced'>;
type SentStep = SenderFigures['steps'][number];

interface SenderFiguresProps {
  campaignId: number;
  days: ChosenDays;
  steps: readonly StepMetrics[];
}

/** What each sender's messages came to, opened by step and variant. Nothing while one sender is all there is. */
export function SenderFiguresCard({ campaignId, days, steps }: SenderFiguresProps) {
  const query = useQuery({
    ...queryOptions(analyticsEndpoints.listCampaignSenderFigures, { params: { id: campaignId }, query: days }),
    placeholderData: keepPreviousData,
  });
  const failure = queryFailure(query, { title: t('senders_failed'), compact: true });
  const senders = query.data?.senders ?? [];
  if (!failure && senders.length < 2) return null;
  return (
    <section className={classes.card} aria-label={t('by_sender')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('by_sender')}</h3>
          <p>{t('senders_text', { zone: nameZone(days.time_zone) })}</p>
        </div>
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          disabled={senders.length === 0}
          onClick={() => saveSenders(senders)}
        >
          {t('download')}
        </AppButton>
      </header>
      {failure ?? <SendersTable senders={senders} steps={steps} />}
    </section>
  );
}

function SendersTable({ senders, steps }: { senders: readonly SenderFigures[]; steps: readonly StepMetrics[] }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const numbers = numberSteps(steps);
  const toggle = (id: number) =>
    setOpened((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  return (
    <FiguresTable first={t('head_sender')} heads={HEADS}>
      {senders.map((sender) => (
        <Fragment key={sender.account.id}>
          <SenderRow sender={sender} isOpen={opened.has(sender.account.id)} onToggle={toggle} />
          {opened.has(sender.account.id)
            ? sender.steps.map((step) => (
                <StepRow key={`${step.step_id}${step.variant ?? ''}`} step={step} number={numbers.get(step.step_id)} />
              ))
            : null}
        </Fragment>
      ))}
    </FiguresTable>
  );
}

const HEADS = ['senders_sent', 'senders_replies', 'senders_rate', 'senders_positive', 'senders_bounced'] as const;

/** Places of the steps in the flow, from 1; conditions have none. */
interface SenderRowProps {
  sender: SenderFigures;
  isOpen: boolean;
  onToggle: (id: number) => void;
}

function SenderRow({ sender, isOpen, onToggle }: SenderRowProps) {
  const { account } = sender;
  return (
    <tr>
      <td>
        <button
          type="button"
          className="bare flex items-center gap-2 min-w-0 cursor-pointer text-start"
          aria-expanded={isOpen}
          onClick={() => onToggle(account.id)}
        >
          <IconChevronRight
            size={14}
            aria-hidden
            className="flex-none text-ink-3 transition-transform data-open:rotate-90"
            data-open={isOpen || undefined}
          />
          <PersonAvatar name={account.name} picture_url={account.picture_url} size={24} />
          <span className="max-w-32 truncate sm:max-w-72">{senderName(account)}</span>
        </button>
      </td>
      <Numbers figures={sender} />
    </tr>
  );
}

function StepRow({ step, number }: { step: SentStep; number: number | undefined }) {
  const { label } = stepKind(step.step_type);
  const name =
    number === undefined ? t('senders_deleted', { step: label }) : t('senders_step', { number, step: label });
  return (
    <tr className="text-ink-2">
      <td className="ps-13">
        {step.variant === null ? name : t('senders_variant', { step: name, variant: step.variant.toUpperCase() })}
      </td>
      <Numbers figures={step} />
    </tr>
  );
}

function Numbers({ figures: { sent, replies, interested, bounced } }: { figures: Figures }) {
  const cell = 'ps-3 text-end number';
  return (
    <>
      <td className={cell}>{formatNumber(sent)}</td>
      <td className={cell}>{formatNumber(replies)}</td>
      <td className={cell}>{sent === 0 ? '–' : formatPercent(rateOf(replies, sent))}</td>
      <td className={cell}>{formatNumber(interested)}</td>
      <td className={cell}>{formatNumber(bounced)}</td>
    </>
  );
}

/** Percent with one decimal. */
const rateOf = (part: number, whole: number): number => Math.round((part / whole) * 1000) / 10;

const HEADING = ['sender', 'step_id', 'step', 'variant', 'sent', 'replies', 'interested', 'bounced'];

/** A line a sender, step and variant. */
function saveSenders(senders: readonly SenderFigures[]) {
  saveCsv(
    'senders.csv',
    HEADING,
    senders.flatMap(({ account, steps }) =>
      steps.map(({ step_id, step_type, variant, sent, replies, interested, bounced }) => [
        account.email ?? account.name,
        step_id,
        nodeKindLabel(step_type),
        variant ?? '',
        sent,
        replies,
        interested,
        bounced,
      ]),
    ),
  );
}
