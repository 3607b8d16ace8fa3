import { analyticsEndpoints, type ReplyTypeFigures } from '@overture/contract/analytics';
import { replyCategory } from '@overture/domain/inbound/reply-category';
import { UNCOUNTED_CLASSES } from '@overture/domain/inbound/reply-classes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber, formatPercent } from '../../lib/format.ts';
import { replyClassLabel } from '../../lib/labels/inbox/reply-class.ts';
import { nameZone } from '../../lib/time-zones.ts';
import classes from './analytics.module.css';
import type { FiguresQuery } from './meetings-card.tsx';
import type { OpenCategory } from './people-dialog.tsx';
import { t } from './texts.ts';

type Counts = ReplyTypeFigures['classes'];

const isReply = ({ class: name }: Counts[number]) => !UNCOUNTED_CLASSES.includes(name);

type OnOpen = (open: OpenCategory) => void;

/** What leads replied over all campaigns; each number opens its leads. Absences, bounces and unsubscribes are no replies: they come apart. */
export function ReplyTypesCard({ query, onOpen }: { query: FiguresQuery; onOpen: OnOpen }) {
  const figures = useQuery({
    ...queryOptions(analyticsEndpoints.getReplyTypeFigures, { query }),
    placeholderData: keepPreviousData,
  });
  const failure = queryFailure(figures, { title: t('reply_types_failed'), compact: true });
  const counts = figures.data?.reply_types.classes ?? [];
  if (!failure && counts.length === 0) return null;
  const replies = counts.filter(isReply);
  return (
    <section className={classes.card} aria-label={t('reply_types')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('reply_types')}</h3>
          <p>{t('reply_types_days', { zone: nameZone(query.time_zone) })}</p>
        </div>
      </header>
      {failure ?? (
        <>
          <Group label={t('reply_types_replies')} counts={replies} total={sum(replies)} onOpen={onOpen} />
          <Group label={t('reply_types_apart')} counts={counts.filter((one) => !isReply(one))} onOpen={onOpen} />
        </>
      )}
    </section>
  );
}

const sum = (counts: Counts): number => counts.reduce((all, { leads }) => all + leads, 0);

interface GroupProps {
  label: string;
  counts: Counts;
  total?: number;
  onOpen: OnOpen;
}

function Group({ label, counts, total, onOpen }: GroupProps) {
  if (counts.length === 0) return null;
  return (
    <div className="py-3 px-4 border-t border-line">
      <h4 className="m-0 mb-2 text-ink-2 text-meta font-medium">{label}</h4>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-4 m-0">
        {counts.map(({ class: name, leads }) => (
          <div key={name}>
            <dt className="text-ink-3 text-meta">{replyClassLabel(name)}</dt>
            <dd className="flex items-baseline gap-2 m-0 number">
              <button
                type="button"
                className="bare text-figure font-semibold leading-[1.25] hover:underline"
                aria-label={t('reply_types_open', {
                  count: leads,
                  shown: formatNumber(leads),
                  name: replyClassLabel(name),
                })}
                onClick={() => onOpen({ category: replyCategory(name), name: replyClassLabel(name) })}
              >
                {formatNumber(leads)}
              </button>
              {total ? <span className="text-ink-3 text-meta">{formatPercent((leads / total) * 100)}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
