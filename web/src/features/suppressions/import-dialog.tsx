import { Select } from '@mantine/core';
import { suppressionsEndpoints } from '@overture/contract/suppressions';
import { guessDomainColumn } from '@overture/domain/csv/column-guess';
import { guessPeopleColumn } from '@overture/domain/suppressions/entries';
import { IMPORTED_REASONS } from '@overture/domain/suppressions/suppressions';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, upload } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import {
  CsvColumnDialog,
  type CsvFile,
  CsvFileDialog,
  type CsvPreview,
  guessMapping,
  valuesInOrder,
} from '../csv-import/index.ts';
import { t } from './texts.ts';

type Reason = (typeof IMPORTED_REASONS)[number];
interface Choices {
  column: string | null;
  reason: Reason | null;
}

/** A file, its column and why they are on that list; then what it would do, and only then it is done. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <CsvFileDialog title={t('import_title')} hint={t('import_hint')} failed={t('import_failed')} onClose={onClose}>
      {(chosen) => <ImportFile chosen={chosen} onClose={onClose} />}
    </CsvFileDialog>
  );
}

function ImportFile({ chosen, onClose }: { chosen: CsvFile; onClose: () => void }) {
  const [choices, setChoices] = useState<Choices>(() => ({ column: guessColumn(chosen.preview), reason: null }));
  const check = useImport(chosen.file, 'true');
  const run = useImport(chosen.file, 'false', onClose);
  const { column, reason } = choices;
  const found = check.data;
  const isNothing =
    found !== undefined && found.new_addresses + found.new_domains + found.new_phones + found.new_profiles === 0;
  function change(changed: Partial<Choices>) {
    setChoices({ ...choices, ...changed });
    check.reset();
  }
  const isReady = column !== null && reason !== null;
  const next = found === undefined ? check : run;
  return (
    <CsvColumnDialog
      title={t('import_title')}
      chosen={chosen}
      onClose={onClose}
      column={{
        label: t('import_column'),
        hint: t('import_column_hint'),
        error: column === null ? t('column_required') : undefined,
        value: column,
        onChange: (value) => change({ column: value }),
      }}
      action={{
        label: t(found === undefined ? 'import_check' : 'import_confirm'),
        isDisabled: !isReady || isNothing,
        isPending: next.isPending,
        run: () => isReady && next.mutate({ column, reason }),
      }}
    >
      <Select
        label={t('import_reason')}
        data={IMPORTED_REASONS.map((value) => ({ value, label: t(`import_reason_${value}`) }))}
        value={reason}
        onChange={(value) => change({ reason: value as Reason | null })}
      />
      {found ? <Found found={found} isNothing={isNothing} /> : null}
    </CsvColumnDialog>
  );
}

/** The addresses, else profiles, numbers or what looks like domains. */
function guessColumn(preview: CsvPreview): string | null {
  const names = [...preview.header];
  const { email, linkedin_url } = guessMapping(preview);
  return (
    email ?? linkedin_url ?? guessPeopleColumn(names, valuesInOrder(preview)) ?? guessDomainColumn(names, preview.rows)
  );
}

function useImport(file: File, dry_run: 'true' | 'false', onDone?: () => void) {
  return useMutation({
    mutationFn: ({ column, reason }: { column: string; reason: Reason }) =>
      upload(
        suppressionsEndpoints.importSuppressions,
        { body: { column_name: column, reason, dry_run } },
        { field: 'file_content', file, filename: file.name },
      ),
    onSuccess: async () => {
      if (!onDone) return;
      onDone();
      toast.success(t('import_done'));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('import_failed'))),
  });
}

type Answer = NonNullable<ReturnType<typeof useImport>['data']>;

function Found({ found, isNothing }: { found: Answer; isNothing: boolean }) {
  const figures = [
    ['import_new_addresses', found.new_addresses],
    ['import_new_domains', found.new_domains],
    ['import_new_phones', found.new_phones],
    ['import_new_profiles', found.new_profiles],
    ['import_known', found.known_rows],
    ['import_skipped', found.skipped_rows],
  ] as const;
  const more = found.skipped_rows - found.skipped.length;
  return (
    <section className="flex flex-col gap-3" aria-live="polite">
      <p className="text-table text-ink-2">{t(isNothing ? 'import_checked_none' : 'import_checked')}</p>
      <dl className="flex flex-col gap-1 m-0 py-3 px-4 rounded-control bg-sunken text-table">
        {figures.map(([text, amount]) => (
          <div key={text} className="flex justify-between gap-3">
            <dt>{t(text)}</dt>
            <dd className="m-0 number">{formatNumber(amount)}</dd>
          </div>
        ))}
      </dl>
      {found.skipped.length > 0 ? (
        <>
          <h3 className="text-ink-3 text-table font-medium">{t('import_skipped_rows')}</h3>
          <ul className="m-0 p-0 list-none max-h-40 overflow-y-auto text-table" aria-label={t('import_skipped_rows')}>
            {found.skipped.map(({ row, value, why }) => (
              <li key={row} className="flex gap-3 py-0.5">
                <span className="flex-none w-18 text-ink-3 number">{t('import_row', { row: formatNumber(row) })}</span>
                <span className="min-w-0 flex-1 truncate" title={value}>
                  {value}
                </span>
                <span className="flex-none text-ink-2">{why}</span>
              </li>
            ))}
            {more > 0 ? (
              <li className="py-0.5 text-ink-3">{t('import_more', { count: more, shown: formatNumber(more) })}</li>
            ) : null}
          </ul>
        </>
      ) : null}
    </section>
  );
}
