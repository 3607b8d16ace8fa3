import type { ArchiveImport, ArchiveImportReport } from '@overture/contract/archive-imports';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { t } from './texts.ts';

/** What moving in would do, before anything is changed. */
export function ImportReport({ report }: { report: ArchiveImportReport }) {
  const { leads, known_leads, erased_leads, running_campaigns, senders, collisions, left_out } = report;
  const count = (value: number) => ({ count: formatNumber(value) });
  return (
    <div className="flex flex-col gap-2 text-table">
      <p className="m-0 font-medium">
        {t('from', { organization: report.organization, date: formatDate(report.archived_at) })}
      </p>
      <ul className="m-0 ps-5 flex flex-col gap-1">
        {report.groups
          .filter(({ rows }) => rows > 0)
          .map(({ title, rows }) => (
            <li key={title}>
              {title}: {formatNumber(rows)}
            </li>
          ))}
      </ul>
      <ul className="m-0 ps-5 flex flex-col gap-1">
        <li>
          {t('leads', count(leads))}
          {known_leads > 0 ? `, ${t('known_leads', count(known_leads))}` : ''}
          {erased_leads > 0 ? `, ${t('erased_leads', count(erased_leads))}` : ''}
        </li>
        {running_campaigns > 0 ? <li>{t('running_campaigns', count(running_campaigns))}</li> : null}
        {senders.length > 0 ? <li className="break-words">{t('senders', { names: senders.join(', ') })}</li> : null}
        {report.has_secrets ? <li>{t(report.opens_secrets ? 'passwords_opened' : 'passwords_closed')}</li> : null}
        <li>{t('people')}</li>
        {collisions.map(({ kind, total, names }) => (
          <li key={kind} className="break-words">
            {t('collision', { total: formatNumber(total), kind, names: names.join(', ') })}
          </li>
        ))}
      </ul>
      {left_out.length > 0 ? (
        <>
          <p className="m-0 font-medium">{t('left_out')}</p>
          <ul className="m-0 ps-5 flex flex-col gap-1">
            {left_out.map(({ title, rows, reason }) => (
              <li key={title}>{t('left_out_row', { title, rows: formatNumber(rows), reason })}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

/** What became of the rows of an archive. */
export function ImportResults({ results }: Pick<ArchiveImport, 'results'>) {
  if (results.length === 0) return null;
  return (
    <ul className="m-0 ps-5 flex flex-col gap-1 text-table">
      {results.map(({ title, made, found, left_out }) => (
        <li key={title}>
          {[
            t('result_row', { title, made: formatNumber(made) }),
            ...(found > 0 ? [t('result_found', { found: formatNumber(found) })] : []),
            ...left_out.map(({ rows, reason }) => t('result_left_out', { rows: formatNumber(rows), reason })),
          ].join(', ')}
        </li>
      ))}
    </ul>
  );
}
