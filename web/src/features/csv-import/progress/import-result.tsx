import type { Import } from '@overture/contract/searches';
import { searchesEndpoints } from '@overture/contract/searches';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { addressOf } from '../../../lib/api/api-client.ts';
import { formatNumber } from '../../../lib/format.ts';
import { ThinBar } from '../../../ui/display/spark.tsx';
import classes from '../csv-import.module.css';
import { t } from './texts.ts';

type ImportCounts = Pick<Import, 'added_prospects' | 'duplicate_rows' | 'skipped_rows' | 'bad_rows' | 'total_rows'> & {
  unfit_values?: number;
  odd_values?: number;
  incomplete_rows?: number;
  updated_prospects?: number;
  conflict_rows?: number;
};

interface ImportResultProps {
  importId: number;
  fileName: string;
  /** A file when left out. */
  kind?: Import['kind'];
  sourceUrl?: string | null | undefined;
  counts: ImportCounts;
  status: 'finished' | 'cancelled' | 'failed';
  /** Why it failed, in words. */
  error?: string | null | undefined;
}

const parts = [
  { key: 'added', field: 'added_prospects', tone: 'green' },
  { key: 'duplicate', field: 'duplicate_rows', tone: 'blue' },
  { key: 'skipped', field: 'skipped_rows', tone: 'amber' },
  { key: 'bad', field: 'bad_rows', tone: 'red' },
] as const;

const titles = { finished: 'result', cancelled: 'result_cancelled', failed: 'result_failed' } as const;

const fileTexts = {
  added: 'added_text',
  duplicate: 'duplicate_text',
  skipped: 'skipped_text',
  bad: 'bad_text',
} as const;
const peopleTexts = {
  ...fileTexts,
  duplicate: 'people_duplicate_text',
  skipped: 'people_skipped_text',
} as const;

const partTexts = (kind: Import['kind']) => (kind === 'csv' ? fileTexts : peopleTexts);

function readWords(kind: Import['kind'], status: ImportResultProps['status'], total: { count: number; shown: string }) {
  if (kind !== 'csv') return t('people_total', total);
  return status === 'finished' ? t('result_total', total) : t('result_read', total);
}

/** What became of every row: the four kinds make up the whole file. */
export function ImportResult(props: ImportResultProps) {
  const { importId, fileName, kind = 'csv', sourceUrl, counts, status, error } = props;
  const total = { count: counts.total_rows, shown: formatNumber(counts.total_rows) };
  // Four zeros would say nothing that the reason does not say better.
  const wasRead = status === 'finished' || counts.total_rows > 0;
  const Icon = status === 'failed' ? IconAlertTriangle : IconCircleCheck;
  return (
    <div className="flex flex-col gap-4" role="status">
      <div
        className="flex gap-3 text-green data-[status=failed]:text-red data-[status=cancelled]:text-amber [&_svg]:flex-none"
        data-status={status}
      >
        <Icon size={22} aria-hidden />
        <div className={`${classes.resultWords} min-w-0 text-ink-3 text-table`}>
          <h3>{t(titles[status])}</h3>
          {wasRead ? <p>{readWords(kind, status, total)}</p> : null}
          <p className="truncate" title={sourceUrl ?? fileName}>
            {sourceUrl ? (
              <a className="text-accent" href={sourceUrl} target="_blank" rel="noopener noreferrer">
                {sourceUrl.replace(/^https:\/\/(?:www\.)?/, '')}
              </a>
            ) : (
              fileName
            )}
          </p>
          {error ? <p className="text-red text-table">{error}</p> : null}
          {status === 'cancelled' ? <p>{t('result_cancelled_text')}</p> : null}
        </div>
      </div>
      {wasRead ? <Counts kind={kind} counts={counts} /> : null}
      <Remarks counts={counts} />
      <ReportLink importId={importId} kind={kind} counts={counts} />
    </div>
  );
}

const remarks = [
  { field: 'updated_prospects', text: 'updated', color: 'text-ink-2' },
  { field: 'conflict_rows', text: 'conflicts', color: 'text-amber' },
  { field: 'unfit_values', text: 'unfit', color: 'text-amber' },
  { field: 'odd_values', text: 'odd', color: 'text-amber' },
  { field: 'incomplete_rows', text: 'incomplete', color: 'text-amber' },
] as const;

function Remarks({ counts }: { counts: ImportCounts }) {
  return remarks.map(({ field, text, color }) => {
    const count = counts[field] ?? 0;
    return count === 0 ? null : (
      <p key={field} className={`text-table ${color}`}>
        {t(text, { count, shown: formatNumber(count) })}
      </p>
    );
  });
}

/** The report lists every row that was left out or changed, with the reason. */
function ReportLink({ importId, kind, counts }: Required<Pick<ImportResultProps, 'importId' | 'kind' | 'counts'>>) {
  const {
    bad_rows,
    skipped_rows,
    duplicate_rows,
    unfit_values = 0,
    odd_values = 0,
    incomplete_rows = 0,
    conflict_rows = 0,
  } = counts;
  const others =
    conflict_rows + unfit_values + odd_values + incomplete_rows + (kind === 'csv' ? skipped_rows + duplicate_rows : 0);
  if (bad_rows + others === 0) return null;
  return (
    <p className="text-ink-3 text-table">
      <a
        className="inline-flex items-center gap-2 w-fit text-table font-medium"
        href={addressOf(searchesEndpoints.downloadBadRows, { params: { id: importId } })}
        download
      >
        <IconDownload size={16} aria-hidden />
        {t(others > 0 ? 'report_download' : 'bad_download')}
      </a>
      {others > 0 ? <span className="block">{t('report_text')}</span> : null}
    </p>
  );
}

function Counts({ kind, counts }: { kind: Import['kind']; counts: ImportCounts }) {
  return (
    <>
      <div className={classes.resultBar}>
        <ThinBar
          total={counts.total_rows}
          label={t('result_bar', {
            added: counts.added_prospects,
            duplicate: counts.duplicate_rows,
            skipped: counts.skipped_rows,
            bad: counts.bad_rows,
            total: counts.total_rows,
          })}
          parts={parts.map(({ key, field, tone }) => ({ value: counts[field], tone, label: t(key) }))}
        />
      </div>
      <dl className="grid grid-cols-4 gap-3 m-0 max-sm:grid-cols-2">
        {parts.map(({ key, field, tone }) => (
          <div key={key} className={classes.count} data-tone={tone}>
            <dt>{t(key)}</dt>
            <dd className="text-title font-semibold number">{formatNumber(counts[field])}</dd>
            <dd className="text-ink-3 text-meta">{t(partTexts(kind)[key])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
