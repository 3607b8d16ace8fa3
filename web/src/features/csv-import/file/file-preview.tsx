import { IMPORT_LIMITS } from '@overture/domain/limits';
import { cutText } from '@overture/domain/text/text-bounds';
import classes from '../csv-import.module.css';
import { t } from '../texts.ts';
import type { CsvPreview } from './read-csv-preview.ts';

/** More columns than fit on any screen are of no help to the eye. */
const maxColumns = 60;

/** The first rows as the file has them, folded away until asked for. */
export function FilePreview({ preview }: { preview: CsvPreview }) {
  const header = preview.header.slice(0, maxColumns);
  const rows = preview.rows.slice(0, IMPORT_LIMITS.preview_rows);
  if (rows.length === 0) return null;
  return (
    <details className={classes.details} open={!preview.encoding.startsWith('utf-')}>
      <summary>{t('preview')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard. */}
      <section className="mt-2 overflow-auto border border-line rounded-control" tabIndex={0} aria-label={t('preview')}>
        <table className={`${classes.preview} border-collapse text-meta whitespace-nowrap`}>
          <thead>
            <tr>
              {header.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity but their place.
              <tr key={index}>
                {header.map((name) => (
                  <td key={name}>{cutText(row[preview.indexes.get(name) ?? -1], 80)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
