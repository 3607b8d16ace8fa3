import type { ColumnMapping as Mapping } from '@overture/domain/csv/column-guess';
import type { CsvEncoding } from '@overture/domain/csv/encodings';
import type { KnownValues } from '@overture/domain/csv/import-choices';
import { IMPORT_LIMITS } from '@overture/domain/limits';
import { findStopColumns } from '@overture/domain/tool-exports/stop-columns';
import { useEffect, useMemo, useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { useCustomColumns } from '../../custom-columns/index.ts';
import { t } from '../texts.ts';
import { type ExtraColumn, findExtraProblem, guessExtras, openExtras, withNotation } from './extra-columns.ts';
import { type CsvPreview, guessMapping, readCsvPreview } from './read-csv-preview.ts';
import { type ScanResult, scanCsv, scanPreview } from './scan-csv.ts';

export interface CsvFile {
  file: File;
  preview: CsvPreview;
}

/** The chosen file, read so far that its columns can be matched, and what it lacks. */
export function useCsvFile() {
  const [chosen, setChosen] = useState<CsvFile | undefined>();
  const [mapping, setMapping] = useState<Mapping>({});
  const [reading, setReading] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | undefined>();

  async function choose(file: File, encoding?: CsvEncoding) {
    setProblem(undefined);
    if (file.size > IMPORT_LIMITS.max_file_in_bytes) {
      const limit = formatBytes(IMPORT_LIMITS.max_file_in_bytes);
      return setProblem(t('too_large', { size: formatBytes(file.size), limit }));
    }
    setReading(file.name);
    try {
      const preview = await readCsvPreview(file, encoding);
      setMapping(guessMapping(preview));
      setChosen({ file, preview });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('failed'));
    } finally {
      setReading(undefined);
    }
  }
  function reset() {
    setChosen(undefined);
    setMapping({});
    setUnlinked(false);
    setSuppressing(true);
    setKnownValues('fill');
    setProblem(undefined);
  }
  const scan = useScan(chosen, mapping);
  const [isUnlinked, setUnlinked] = useState(false);
  const [isSuppressing, setSuppressing] = useState(true);
  const stopColumns = useMemo(() => (chosen ? findStopColumns(chosen.preview.header) : []), [chosen]);
  const stops = { columns: stopColumns, isOn: isSuppressing, set: setSuppressing };
  const [knownValues, setKnownValues] = useState<KnownValues>('fill');
  const { custom, asked } = useExtras(chosen, mapping, scan);
  const encoding = chosen?.preview.isEncodingKnown ? chosen.preview.encoding : undefined;
  const request = {
    mapping: { ...mapping },
    custom: asked,
    imports_unlinked: isUnlinked,
    encoding,
    stop_columns: isSuppressing ? stopColumns : [],
    known_values: knownValues,
  };
  const hasNoRows = chosen !== undefined && scan.isCounted && scan.rowCount === 0;
  const columns = { mapping, setMapping, scan, custom, hasNoRows, unlinked: { isOn: isUnlinked, set: setUnlinked } };
  const knownLeads = { values: knownValues, set: setKnownValues };
  return { chosen, ...columns, stops, knownLeads, reading, problem, setProblem, choose, reset, request };
}

/** The columns of the file that become custom columns, and what the import is asked for. */
function useExtras(chosen: CsvFile | undefined, mapping: Mapping, scan: ScanResult) {
  const { all: known, query: knownQuery } = useCustomColumns();
  const [guessed, setGuessed] = useState<{ of: CsvPreview; extras: ExtraColumn[] } | undefined>();
  // Guessed once a file: what a person says of its columns stays while the fields are matched.
  if (chosen && known && guessed?.of !== chosen.preview)
    setGuessed({ of: chosen.preview, extras: guessExtras(chosen.preview, mapping, known) });
  const extras = useMemo(() => {
    const known = guessed?.extras ?? [];
    return openExtras(
      known.map((extra) => withNotation(extra, scan.notations.get(extra.header))),
      mapping,
    );
  }, [guessed, mapping, scan.notations]);
  const chosenExtras = useMemo(() => extras.filter(({ is_on }) => is_on), [extras]);
  function setExtra(header: string, change: Partial<ExtraColumn>) {
    const changed = (extra: ExtraColumn) => (extra.header === header ? { ...extra, ...change } : extra);
    setGuessed((before) => before && { ...before, extras: before.extras.map(changed) });
  }
  const [replaces, setReplaces] = useState(false);
  const custom = {
    extras,
    replaces,
    setReplaces,
    chosen: chosenExtras,
    known: known ?? [],
    setExtra,
    problem: findExtraProblem(chosenExtras, known ?? []),
    error: known === undefined ? knownQuery.error : null,
  };
  const asked = chosenExtras.map((extra) => askedColumn(extra, replaces));
  return { custom, asked };
}

const askedColumn = ({ header, name, type, date_order, decimal_mark }: ExtraColumn, replaces: boolean) => {
  return { header, name, type, date_order, decimal_mark, ...(replaces ? { replaces } : {}) };
};

/** What a scan depends on of the mapping. */
const scannedFields = ({ linkedin_url, full_name, first_name, last_name, company_name }: Mapping): Mapping => ({
  ...(linkedin_url ? { linkedin_url } : {}),
  ...(full_name ? { full_name } : {}),
  ...(first_name ? { first_name } : {}),
  ...(last_name ? { last_name } : {}),
  ...(company_name ? { company_name } : {}),
});

const NOTHING: ScanResult = {
  rowCount: 0,
  emptyLinkedin: 0,
  stoppedRows: 0,
  damaged: { count: 0, names: [] },
  notations: new Map(),
};

/** The whole file where it is not too large; until then, and for larger ones, what its beginning shows. */
function useScan(chosen: CsvFile | undefined, mapping: Mapping): ScanResult & { isCounted: boolean } {
  const [whole, setWhole] = useState<{ of: CsvFile; key: string; result: ScanResult } | undefined>();
  const key = JSON.stringify(scannedFields(mapping));
  useEffect(() => {
    if (chosen === undefined) return;
    const controller = new AbortController();
    void scanCsv(chosen.file, chosen.preview, JSON.parse(key) as Mapping, controller.signal)
      .then((result) => {
        if (result && !controller.signal.aborted) setWhole({ of: chosen, key, result });
      })
      // A file that vanished from the disk is reported when it is sent.
      .catch(() => undefined);
    return () => controller.abort();
  }, [chosen, key]);
  const first = useMemo(
    () => (chosen === undefined ? NOTHING : scanPreview(chosen.preview, JSON.parse(key) as Mapping)),
    [chosen, key],
  );
  if (chosen === undefined) return { ...NOTHING, isCounted: false };
  return whole?.of === chosen && whole.key === key
    ? { ...whole.result, isCounted: true }
    : { ...first, isCounted: chosen.preview.isCounted };
}
