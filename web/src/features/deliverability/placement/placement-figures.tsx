import type { PlacementFigure, PlacementOverview } from '@overture/contract/placement';
import type { ReactNode } from 'react';
import { formatNumber, formatPercent } from '../../../lib/format.ts';
import { ThinBar } from '../../../ui/display/spark.tsx';
import { useSenders } from '../../accounts/index.ts';
import { t } from './texts.ts';

const PLACES = ['inbox', 'tab', 'spam', 'missing'] as const;
const TONES = { inbox: 'green', tab: 'blue', spam: 'red', missing: 'grey' } as const;

/** All copies by folder, and the share in the inbox with what is known of it. */
export function PlacementSummary({ found }: { found: PlacementOverview }) {
  const { total } = found;
  return (
    <dl className="grid grid-cols-2 sm:grid-cols-4 gap-3 mx-gutter mt-0 mb-4" aria-label={t('summary_label')}>
      {PLACES.map((place) => (
        <div key={place} className="py-2 px-3 border border-line rounded-control">
          <dt className="text-ink-3 text-meta">{t(place)}</dt>
          <dd className="m-0 text-section number">
            {total.counted === 0 ? t('none_yet') : <Share figure={total} part={total[place]} />}
          </dd>
          {place === 'inbox' ? <dd className="m-0 text-ink-3 text-meta number">{describeBounds(total)}</dd> : null}
        </div>
      ))}
    </dl>
  );
}

function Share({ figure, part }: { figure: PlacementFigure; part: number }) {
  if (figure.low === null) return t('of_all', { count: formatNumber(part), all: formatNumber(figure.counted) });
  return formatPercent((part / figure.counted) * 100);
}

function describeBounds({ low, high }: PlacementFigure): string {
  return low === null || high === null ? '' : t('interval', { low: Math.round(low), high: Math.round(high) });
}

/** The copies by provider, by sender and by text. */
export function PlacementGroups({ found }: { found: PlacementOverview }) {
  const accounts = useSenders().data?.accounts ?? [];
  const names = new Map(accounts.map(({ id, email, name }) => [id, email ?? name]));
  return (
    <>
      <Group title={t('by_provider')}>
        {found.providers.map((row) => (
          <Line key={row.provider_group} figure={row} name={t(row.provider_group)} />
        ))}
      </Group>
      <Group title={t('by_sender')}>
        {found.senders.flatMap((row) => {
          const name = names.get(row.account_id);
          return name === undefined ? [] : [<Line key={row.account_id} figure={row} name={name} />];
        })}
      </Group>
      <Group title={t('by_text')}>
        {found.texts.map((row) => (
          <Line
            key={`${row.node_id}-${row.variant}`}
            figure={row}
            name={row.subject ?? t('follow_up')}
            note={t('variant', { campaign: row.campaign_name, variant: row.variant.toUpperCase() })}
          />
        ))}
      </Group>
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mx-gutter mb-5" aria-label={title}>
      <h2 className="mb-2 text-section">{title}</h2>
      <ul className="m-0 p-0 border border-line rounded-card list-none overflow-hidden">{children}</ul>
    </section>
  );
}

function Line({ figure, name, note }: { figure: PlacementFigure; name: string; note?: string }) {
  const { inbox, tab, spam, missing, counted } = figure;
  const parts = PLACES.map((place) => ({ value: figure[place], tone: TONES[place], label: t(place) }));
  const bounds = describeBounds(figure);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5 px-4 border-b border-line-row last:border-b-0 text-table">
      <span className="flex-[1_1_220px] min-w-0">
        <span className="block truncate" title={name}>
          {name}
        </span>
        {note ? <span className="block text-ink-3 text-meta truncate">{note}</span> : null}
      </span>
      <span className="flex-[1_1_160px] min-w-32">
        <ThinBar parts={parts} total={counted} label={t('bar', { inbox, tab, spam, missing })} />
      </span>
      <span className="flex-[0_1_250px] number">
        {t('of_all', { count: formatNumber(inbox), all: formatNumber(counted) })}
        {bounds === '' ? null : <span className="text-ink-3"> · {bounds}</span>}
      </span>
    </li>
  );
}
