import type { SystemContext } from '../../kernel/context.ts';
import type { FilePlaces } from './file-places.ts';
import { findNamedKeys, listNamedKeys, listNamingColumns } from './named-files.store.ts';

type Ctx = Pick<SystemContext, 'systemRead'>;

export interface FilesReport {
  /** Files that rows name. */
  named: number;
  in_folder: number;
  in_bucket: number;
  /** The first of those that are in neither place, with the table that names them. */
  missing: { key: string; table_name: string }[];
  missing_total: number;
}

const PAGE = 20_000;
const AT_ONCE = 16;
const SHOWN_MISSING = 20;

/** Looks for every file that a row names. */
export async function checkFiles(
  ctx: Ctx,
  places: Pick<FilePlaces, 'folder' | 'bucket'>,
  onProgress: (named: number) => void = () => undefined,
): Promise<FilesReport> {
  const report: FilesReport = { named: 0, in_folder: 0, in_bucket: 0, missing: [], missing_total: 0 };
  for (const column of await listNamingColumns(ctx)) {
    let page = await listNamedKeys(ctx, column, '', PAGE);
    while (page.length > 0) {
      const lost = await findLost(places, page, report);
      // Deleted with its row since the page was read.
      const named = lost.length === 0 ? new Set<string>() : await findNamedKeys(ctx, [column], lost);
      report.named += page.length - lost.length + named.size;
      report.missing_total += named.size;
      for (const key of named)
        if (report.missing.length < SHOWN_MISSING) report.missing.push({ key, table_name: column.table_name });
      onProgress(report.named);
      page = await listNamedKeys(ctx, column, page.at(-1)!, PAGE);
    }
  }
  return report;
}

/** Counts those that are there. @returns the others */
async function findLost(
  { folder, bucket }: Pick<FilePlaces, 'folder' | 'bucket'>,
  keys: readonly string[],
  report: FilesReport,
): Promise<string[]> {
  const waiting = [...keys];
  const lost: string[] = [];
  const findPlace = async (key: string): Promise<'in_folder' | 'in_bucket' | null> => {
    if (await folder.hasFile(key)) return 'in_folder';
    if (await bucket?.hasFile(key)) return 'in_bucket';
    // A move may have brought it into the folder between the two looks.
    return (await folder.hasFile(key)) ? 'in_folder' : null;
  };
  const work = async (): Promise<void> => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
      const place = await findPlace(key);
      if (place === null) lost.push(key);
      else report[place] += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return lost;
}
