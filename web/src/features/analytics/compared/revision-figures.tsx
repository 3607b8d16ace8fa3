import { type PublishedRevision, revisionsEndpoints } from '@overture/contract/revisions';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDateTime, formatNumber, formatPercent } from '../../../lib/format.ts';
import classes from '../analytics.module.css';
import { t } from '../texts.ts';
import { FiguresTable } from './figures-table.tsx';

/** What the words of each revision came to, over the whole campaign. Nothing while its steps were never changed. */
export function RevisionFiguresCard({ campaignId }: { campaignId: number }) {
  const query = useQuery(queryOptions(revisionsEndpoints.listRevisions, { params: { id: campaignId } }));
  const failure = queryFailure(query, { title: t('revisions_failed'), compact: true });
  const revisions = query.data?.revisions ?? [];
  if (!failure && revisions.length < 2) return null;
  return (
    <section className={classes.card} aria-label={t('by_revision')}>
      <header className={classes.cardHead}>
        <div>
          <h3>{t('by_revision')}</h3>
          <p>{t('revisions_text')}</p>
        </div>
      </header>
      {failure ?? <RevisionsTable revisions={revisions} />}
    </section>
  );
}

const HEADS = ['senders_sent', 'senders_replies', 'senders_rate', 'senders_bounced'] as const;

function RevisionsTable({ revisions }: { revisions: readonly PublishedRevision[] }) {
  return (
    <FiguresTable first={t('head_revision')} heads={HEADS}>
      {revisions.map((one) => (
        <RevisionRow key={one.number} {...one} />
      ))}
    </FiguresTable>
  );
}

function RevisionRow({ number, published_at, sent, replied, bounced }: PublishedRevision) {
  const cell = 'ps-3 text-end number';
  return (
    <tr>
      <td>
        {t('revision_number', { number })} <span className="text-ink-3">{formatDateTime(published_at)}</span>
      </td>
      <td className={cell}>{formatNumber(sent)}</td>
      <td className={cell}>{formatNumber(replied)}</td>
      <td className={cell}>{sent === 0 ? '–' : formatPercent(Math.round((replied / sent) * 1000) / 10)}</td>
      <td className={cell}>{formatNumber(bounced)}</td>
    </tr>
  );
}
