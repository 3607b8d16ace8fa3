import {
  type ToolCampaignPreview,
  type ToolImport,
  type ToolImportDetails,
  type ToolImportSummary,
  toolImportsEndpoints,
} from '@overture/contract/tool-imports';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { useStop } from './open-import.tsx';
import { t } from './texts.ts';

/** What was found, before anything is imported. */
export function ImportReview({ one }: { one: ToolImport }) {
  const details = useQuery(queryOptions(toolImportsEndpoints.getToolImport, { params: { id: one.id } }));
  const [continued, setContinued] = useState<ReadonlySet<number>>(new Set());
  const stop = useStop(one);
  const start = useMutation(mutationOptions(toolImportsEndpoints.startToolImport));
  if (details.data === undefined)
    return queryFailure(details, { fallback: t('loading_failed') }) ?? <Skeleton height={240} />;
  const { campaigns, samples, left_out, senders } = details.data;
  return (
    <section className="flex flex-col gap-6">
      <h2 className="text-section">{t('review', { tool: one.tool_label })}</h2>
      {one.note === null ? null : <p className="m-0 text-amber text-table">{one.note}</p>}
      {one.summary ? <Counts summary={one.summary} /> : null}
      <Campaigns campaigns={campaigns} continued={continued} onChange={setContinued} />
      <Samples samples={samples} />
      <Losses losses={left_out} />
      {senders.length > 0 ? (
        <div className="flex flex-col gap-1">
          <h3 className="text-body font-medium">{t('senders')}</h3>
          <p className="m-0 text-ink-3 text-table wrap-anywhere">
            {t('senders_text', { tool: one.tool_label })} {senders.map(({ email }) => email).join(', ')}{' '}
            <AppLink to={pb.senders()}>{t('connect')}</AppLink>
          </p>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <AppButton
          kind="primary"
          loading={start.isPending}
          onClick={() => start.mutate({ params: { id: one.id }, body: { continued_campaigns: [...continued] } })}
        >
          {t('start')}
        </AppButton>
        <AppButton onClick={stop.ask}>{t('cancel')}</AppButton>
        <span role="alert" className="text-red text-table">
          {start.isError ? errorMessage(start.error, t('start_failed')) : null}
        </span>
      </div>
      {stop.dialog}
    </section>
  );
}

function Counts({ summary }: { summary: ToolImportSummary }) {
  const unreachable = summary.unsubscribed + summary.bounced;
  const cells: [string, number, string | null][] = [
    [t('people'), summary.people, t('known', { count: formatNumber(summary.known_people) })],
    [t('contacted'), summary.contacted, t('contacted_text')],
    [t('unsubscribed'), unreachable, t('unsubscribed_text')],
    [t('suppressions'), summary.suppressions, null],
    [t('campaigns'), summary.campaigns, t('campaigns_text')],
    [t('lists'), summary.lists, null],
    [t('columns'), summary.columns, t('columns_text')],
    [t('left_out'), summary.left_out, summary.left_out > 0 ? t('left_out_text') : null],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-3 m-0">
      {cells.map(([label, count, note]) => (
        <div key={label} className="flex flex-col gap-0.5 p-3 border border-line rounded-card bg-surface">
          <dt className="text-ink-3 text-table">{label}</dt>
          <dd className="m-0 text-section number">{formatNumber(count)}</dd>
          {note === null ? null : <dd className="m-0 text-ink-3 text-meta">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface CampaignsProps {
  campaigns: readonly ToolCampaignPreview[];
  continued: ReadonlySet<number>;
  onChange: (continued: ReadonlySet<number>) => void;
}

/** Leads in the middle of a sequence are left out unless the user says otherwise, campaign by campaign. */
function Campaigns({ campaigns, continued, onChange }: CampaignsProps) {
  if (campaigns.length === 0) return null;
  const choose = (id: number, continues: boolean) => {
    const next = new Set(continued);
    if (continues) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="text-body font-medium">{t('per_campaign')}</h3>
        <p className="m-0 text-ink-3 text-table">{t('per_campaign_text')}</p>
      </div>
      <ul className="flex flex-col gap-3 m-0 p-0 list-none">
        {campaigns.map((campaign) => (
          <li key={campaign.id} className="p-3 border border-line rounded-card bg-surface">
            <CampaignChoice campaign={campaign} continues={continued.has(campaign.id)} onChoose={choose} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ChoiceProps {
  campaign: ToolCampaignPreview;
  continues: boolean;
  onChoose: (id: number, continues: boolean) => void;
}

function CampaignChoice({ campaign, continues, onChoose }: ChoiceProps) {
  const { id, name, not_contacted, in_sequence, notes } = campaign;
  const note = t('leads', { count: in_sequence, shown: formatNumber(in_sequence) });
  return (
    <fieldset className="flex flex-col gap-2 m-0 p-0 border-0 min-w-0">
      <legend className="font-medium wrap-anywhere">{name}</legend>
      <p className="m-0 text-ink-3 text-table">
        {t('begin', { count: not_contacted, shown: formatNumber(not_contacted) })}
      </p>
      {in_sequence > 0 ? (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-2">
          <OptionCard
            kind="radio"
            name={`campaign-${id}`}
            label={t('leave_out')}
            checked={!continues}
            onChange={() => onChoose(id, false)}
          />
          <OptionCard
            kind="radio"
            name={`campaign-${id}`}
            label={t('continue')}
            note={note}
            checked={continues}
            onChange={() => onChoose(id, true)}
          />
        </div>
      ) : null}
      {notes.length > 0 ? (
        <details className="text-table">
          <summary className="text-ink-3">{t('notes')}</summary>
          <ul className="m-0 mt-1 ps-5">
            {notes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </fieldset>
  );
}

type Sample = ToolImportDetails['samples'][number];

function describeState({ state, steps_done, last_contacted_at }: Sample): string {
  if (state === 'contacted' && last_contacted_at !== null) {
    const date = formatDate(last_contacted_at);
    return steps_done === null ? t('state_contacted_at', { date }) : t('state_contacted', { step: steps_done, date });
  }
  const known = ['new', 'finished', 'replied', 'bounced', 'unsubscribed', 'stopped'] as const;
  const found = known.find((one) => one === state);
  return found ? t(`state_${found}`) : state;
}

function Samples({ samples }: { samples: readonly Sample[] }) {
  if (samples.length === 0) return null;
  const heads = [t('name'), t('email'), t('company'), t('campaign'), t('state')];
  return (
    <details className="min-w-0">
      <summary className="font-medium">{t('samples')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll. */}
      <section className="overflow-x-auto mt-2" aria-label={t('samples')} tabIndex={0}>
        <table className="w-full text-table text-start border-collapse">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className="py-1 pe-4 text-start text-ink-3 font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {samples.map((sample) => (
              <tr key={`${sample.email} ${sample.campaign} ${sample.name}`} className="border-t border-line">
                {[sample.name, sample.email, sample.company_name, sample.campaign, describeState(sample)].map(
                  (cell, index) => (
                    <td key={heads[index]} className="py-1 pe-4 whitespace-nowrap">
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function Losses({ losses }: { losses: ToolImportDetails['left_out'] }) {
  if (losses.length === 0) return null;
  return (
    <details>
      <summary className="font-medium">{t('losses')}</summary>
      <ul className="flex flex-col gap-1 m-0 mt-2 ps-5 text-table">
        {losses.map(({ name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may repeat.
          <li key={index} className="wrap-anywhere">
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
