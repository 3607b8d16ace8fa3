import { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import { guessDomainColumn } from '@overture/domain/csv/column-guess';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, upload } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
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
  const [column, setColumn] = useState(() => guessDomainColumn([...chosen.preview.header]));
  const importing = useImportDomains(onClose);
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
      {column === null ? null : <Preview values={previewDomains(chosen.preview, column)} />}
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
      onDone();
      const { added_domains, duplicate_rows, skipped_rows } = answer;
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

function Preview({ values }: { values: readonly string[] }) {
  return (
    <section>
      <h3 className="mb-2 text-ink-3 text-table font-medium">{t('preview')}</h3>
      {values.length === 0 ? <p className="text-table text-ink-3">{t('preview_none')}</p> : null}
      <ul className="flex flex-wrap gap-1.5 m-0 p-0 list-none">
        {values.map((value) => (
          <li key={value} className="max-w-full py-0.5 px-2.5 rounded-full bg-sunken text-table truncate">
            {value}
          </li>
        ))}
      </ul>
    </section>
  );
}
