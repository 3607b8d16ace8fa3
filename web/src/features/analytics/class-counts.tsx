import { analyticsEndpoints } from '@overture/contract/analytics';
import { REPLY_CLASS_LABELS } from '@overture/domain/inbound/reply-classes';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import classes from './analytics.module.css';
import { t } from './texts.ts';

/** How many leads say what; nothing before the first answer. */
export function ClassCounts({ campaignId }: { campaignId: number }) {
  const { data } = useQuery(queryOptions(analyticsEndpoints.listCampaignClasses, { params: { id: campaignId } }));
  if (!data || data.classes.length === 0) return null;
  return (
    <section className={classes.card} aria-label={t('reply_types')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('reply_types')}</h3>
          <p>{t('reply_types_text')}</p>
        </div>
      </header>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-4 m-0 py-3 px-4 border-t border-line">
        {data.classes.map(({ class: name, leads }) => (
          <div key={name}>
            <dt className="text-ink-3 text-meta">{REPLY_CLASS_LABELS[name]}</dt>
            <dd className="m-0 text-figure font-semibold leading-[1.25] number">{leads}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
