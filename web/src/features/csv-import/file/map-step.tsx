import { NativeSelect, Switch } from '@mantine/core';
import type { ColumnMapping as Mapping } from '@overture/domain/csv/column-guess';
import { CSV_ENCODING_NAMES, CSV_ENCODINGS, type CsvEncoding } from '@overture/domain/csv/encodings';
import { KNOWN_VALUES, type KnownValues } from '@overture/domain/csv/import-choices';
import { cutText } from '@overture/domain/text/text-bounds';
import { IconAlertTriangle, IconFileSpreadsheet } from '@tabler/icons-react';
import { formatBytes, formatNumber, formatShortNumber, inQuotes } from '../../../lib/format.ts';
import { defineTexts } from '../../../lib/texts.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../csv-import.module.css';
import { t } from '../texts.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { ExportOffer } from './export-offer.tsx';
import { ExtraColumns } from './extra-columns-table.tsx';
import { FilePreview } from './file-preview.tsx';
import { type CsvPreview, SCAN_BYTES } from './read-csv-preview.ts';
import type { CsvFile, useCsvFile } from './use-csv-file.ts';

const encodingLabel = defineTexts({ ...CSV_ENCODINGS });

interface MapStepProps {
  chosen: CsvFile;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  scan: ReturnType<typeof useCsvFile>['scan'];
  custom: ReturnType<typeof useCsvFile>['custom'];
  unlinked: ReturnType<typeof useCsvFile>['unlinked'];
  stops: ReturnType<typeof useCsvFile>['stops'];
  knownLeads: ReturnType<typeof useCsvFile>['knownLeads'];
  onAnother: () => void;
  onEncoding: (encoding: CsvEncoding) => void;
}

const separators = { ',': 'by_comma', ';': 'by_semicolon', '\t': 'by_tab', '|': 'by_pipe' } as const;

/** Step 2 with the file's description, what is missing and the first rows. */
export function MapStep({
  chosen,
  mapping,
  onMapping,
  scan,
  custom,
  unlinked,
  stops,
  knownLeads,
  onAnother,
  onEncoding,
}: MapStepProps) {
  const { file, preview } = chosen;
  return (
    <>
      <div className={classes.file}>
        <IconFileSpreadsheet size={20} stroke={1.6} aria-hidden />
        <span className="flex flex-1 flex-col min-w-0 max-sm:basis-[calc(100%_-_40px)]">
          <span className="text-ink font-medium truncate" title={file.name}>
            {file.name}
          </span>
          <span className="text-meta number">{factsOf(chosen, scan).join(' · ')}</span>
        </span>
        <AppButton size="small" kind="quiet" onClick={onAnother}>
          {t('another')}
        </AppButton>
      </div>
      <ExportOffer file={file} preview={preview} />
      <EncodingChoice preview={preview} onEncoding={onEncoding} />
      <Remarks file={file} {...{ mapping, scan, unlinked, stops }} />
      <ColumnMapping preview={preview} mapping={mapping} onChange={onMapping} />
      <ExtraColumns
        preview={preview}
        extras={custom.extras}
        known={custom.known}
        problem={custom.problem}
        onChange={custom.setExtra}
      />
      <KnownLeads {...knownLeads} />
      {custom.chosen.length > 0 && knownLeads.values === 'fill' ? (
        <Switch
          className="mt-3"
          label={t('extra_replaces')}
          description={t('extra_replaces_text')}
          checked={custom.replaces}
          onChange={(event) => custom.setReplaces(event.currentTarget.checked)}
        />
      ) : null}
      {custom.error ? (
        <p role="alert" className="mt-2 text-table text-amber">
          {t('extra_known_failed')}
        </p>
      ) : null}
      <p className="mt-3 text-ink-3 text-table">{t('notice')}</p>
      <FilePreview preview={preview} />
    </>
  );
}

type RemarksProps = Pick<MapStepProps, 'mapping' | 'scan' | 'unlinked' | 'stops'> & { file: File };

/** What the rows lack or say, with the choices that follow. */
function Remarks({ file, mapping, scan, unlinked, stops }: RemarksProps) {
  const canUnlink = Boolean(mapping.email || mapping.phone_number);
  return (
    <div aria-live="polite" className="flex flex-col gap-2 mt-2 text-table">
      {scan.emptyLinkedin > 0 && !unlinked.isOn ? <Warning>{withoutLinkedin(scan)}</Warning> : null}
      {scan.emptyLinkedin > 0 && canUnlink ? (
        <Switch
          label={t('unlinked')}
          description={t('unlinked_text')}
          checked={unlinked.isOn}
          onChange={(event) => unlinked.set(event.currentTarget.checked)}
        />
      ) : null}
      {mapping.linkedin_url || !canUnlink ? null : <Warning>{t('no_linkedin_column')}</Warning>}
      <Stops stops={stops} scan={scan} />
      {scan.damaged.count > 0 ? <Warning>{damagedWords(scan.damaged)}</Warning> : null}
      {file.size > SCAN_BYTES ? <p className="text-ink-3">{t('head_only')}</p> : null}
    </div>
  );
}

/** Columns by which the file says who may not be contacted. Their people are suppressed unless the user decides otherwise. */
function Stops({ stops, scan }: Pick<MapStepProps, 'stops' | 'scan'>) {
  if (stops.columns.length === 0) return null;
  const names = stops.columns.map((name) => inQuotes(cutText(name, 60))).join(', ');
  const shown = formatNumber(scan.stoppedRows);
  const said = t('stops', { names });
  return (
    <>
      <Warning>{scan.isCounted ? `${said} ${t('stops_rows', { count: scan.stoppedRows, shown })}` : said}</Warning>
      <Switch
        label={t('stops_suppress')}
        description={t(stops.isOn ? 'stops_suppress_text' : 'stops_ignored_text')}
        checked={stops.isOn}
        onChange={(event) => stops.set(event.currentTarget.checked)}
      />
    </>
  );
}

function withoutLinkedin({ emptyLinkedin, rowCount, isCounted }: MapStepProps['scan']): string {
  if (!isCounted) return t('without_linkedin');
  const rows = { count: emptyLinkedin, shown: formatNumber(emptyLinkedin), total: formatNumber(rowCount) };
  return `${t('without_linkedin')} ${t('without_linkedin_rows', rows)}`;
}

function damagedWords({ count, names }: MapStepProps['scan']['damaged']): string {
  return t('damaged', { count, shown: formatNumber(count), names: names.map((name) => cutText(name, 60)).join(', ') });
}

function factsOf({ file, preview }: CsvFile, scan: MapStepProps['scan']): string[] {
  const shown = formatNumber(scan.rowCount);
  const separator = separators[preview.delimiter as keyof typeof separators];
  return [
    formatBytes(file.size),
    scan.isCounted
      ? t('rows', { count: scan.rowCount, shown })
      : t('rows_about', { shown: formatShortNumber(scan.rowCount) }),
    t('columns', { count: preview.header.length }),
    separator ? t(separator) : preview.delimiter,
  ];
}

/** Which letters the file has: names are read wrong in the wrong one, and nothing else shows it. */
function EncodingChoice({ preview, onEncoding }: { preview: CsvPreview; onEncoding: MapStepProps['onEncoding'] }) {
  const isUnicode = preview.encoding.startsWith('utf-');
  return (
    <NativeSelect
      className="mt-3 max-w-[360px]"
      size="xs"
      label={t('encoding')}
      description={isUnicode ? undefined : t('encoding_hint')}
      value={preview.encoding}
      data={CSV_ENCODING_NAMES.map((value) => ({ value, label: encodingLabel(value) }))}
      onChange={(event) => onEncoding(event.currentTarget.value as CsvEncoding)}
    />
  );
}

/** What becomes of leads that are here already. */
function KnownLeads({ values, set }: MapStepProps['knownLeads']) {
  return (
    <NativeSelect
      className="mt-3 max-w-[360px]"
      size="xs"
      label={t('known_leads')}
      description={t(`known_${values}_text`)}
      value={values}
      data={KNOWN_VALUES.map((value) => ({ value, label: t(`known_${value}`) }))}
      onChange={(event) => set(event.currentTarget.value as KnownValues)}
    />
  );
}

function Warning({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-2 py-2 px-3 rounded-control bg-amber-soft text-amber [&_svg]:flex-none [&_svg]:mt-px">
      <IconAlertTriangle size={16} aria-hidden />
      {children}
    </p>
  );
}
