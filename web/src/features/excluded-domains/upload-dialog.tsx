import { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import { guessDomainColumn } from '@overture/domain/csv/column-guess';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, upload } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { CsvColumnDialog, type CsvFile, CsvFileDialog } from '../csv-import/index.ts';
import { previewDomains } from './preview-domains.ts';
import { t } from './texts.ts';

/** Two steps: choose a .csv file, then its column with the domains. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  return (
    <CsvFileDialog title={t('import_title')} hint={t('choose_hint')} failed={t('import_failed')} onClose={onClose}>
      {(chosen) => <UploadFile chosen={chosen} onClose={onClose} />}
    </CsvFileDialog>
  );
}

function UploadFile({ chosen, onClose }: { chosen: CsvFile; onClose: () => void }) {
  const [column, setColumn] = useState(() => guessDomainColumn([...chosen.preview.header], chosen.preview.rows));
  const importing = useImportDomains(onClose);
  const skipped = importing.data?.skipped ?? [];
  if (importing.data && skipped.length > 0)
    return <SkippedRows total={importing.data.skipped_rows} skipped={skipped} onClose={onClose} />;
  return (
    <CsvColumnDialog
      title={t('import_title')}
      chosen={chosen}
      onClose={onClose}
      column={{ label: t('column'), value: column, onChange: setColumn }}
      notice={
        column === null ? (
          <span role="status" className="flex-1 text-amber text-table">
            {t('column_required')}
          </span>
        ) : null
      }
      action={{
        label: t('import'),
        isDisabled: column === null,
        isPending: importing.isPending,
        run: () => column !== null && importing.mutate({ file: chosen.file, column }),
      }}
    >
      {column === null ? null : <Preview {...previewDomains(chosen.preview, column)} />}
    </CsvColumnDialog>
  );
}

function useImportDomains(onDone: () => void) {
  return useMutation({
    mutationFn: ({ file, column }: { file: File; column: string }) =>
      upload(
        excludedDomainsEndpoints.uploadExcludedDomains,
        { body: { column_name: column } },
        { field: 'file_content', file, filename: file.name },
      ),
    onSuccess: async (answer) => {
      const { added_domains, duplicate_rows, skipped_rows } = answer;
      if (skipped_rows === 0) onDone();
      toast.success(
        t('imported', {
          added: formatNumber(added_domains),
          duplicate: formatNumber(duplicate_rows),
          skipped: formatNumber(skipped_rows),
        }),
        { duration: 5000 },
      );
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('import_failed')), { duration: 3000 }),
  });
}

function Preview({ excluded, rejected }: ReturnType<typeof previewDomains>) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-ink-3 text-table font-medium">{t('preview')}</h3>
      {excluded.length === 0 ? <p className="text-table text-ink-3">{t('preview_none')}</p> : null}
      <Values values={excluded} label={t('preview')} />
      {rejected.length > 0 ? (
        <>
          <h3 className="text-amber text-table font-medium">{t('preview_rejected')}</h3>
          <Values values={rejected} label={t('preview_rejected')} />
        </>
      ) : null}
    </section>
  );
}

function Values({ values, label }: { values: readonly string[]; label: string }) {
  return (
    <ul className="flex flex-wrap gap-1.5 m-0 p-0 list-none" aria-label={label}>
      {values.map((value) => (
        <li key={value} className="max-w-full py-0.5 px-2.5 rounded-full bg-sunken text-table truncate">
          {value}
        </li>
      ))}
    </ul>
  );
}

interface SkippedRowsProps {
  total: number;
  skipped: readonly { row: number; value: string }[];
  onClose: () => void;
}

/** After an import: the rows that excluded nothing, to be corrected in the file. */
function SkippedRows({ total, skipped, onClose }: SkippedRowsProps) {
  const more = total - skipped.length;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('skipped_title', { count: total, shown: formatNumber(total) })}
      footer={
        <AppButton kind="primary" onClick={onClose}>
          {t('close')}
        </AppButton>
      }
    >
      <p className="mb-3 text-ink-2 text-table">{t('skipped_text')}</p>
      <ul className="m-0 p-0 list-none max-h-60 overflow-y-auto text-table" aria-label={t('skipped_label')}>
        {skipped.map(({ row, value }) => (
          <li key={row} className="flex gap-3 py-0.5">
            <span className="flex-none w-18 text-ink-3 number">{t('skipped_row', { row: formatNumber(row) })}</span>
            <span className="min-w-0 flex-1 truncate" title={value}>
              {value || t('skipped_blank')}
            </span>
          </li>
        ))}
        {more > 0 ? <li className="py-0.5 text-ink-3">{t('paste_more', { more: formatNumber(more) })}</li> : null}
      </ul>
    </Dialog>
  );
}
