import { Select } from '@mantine/core';
import { excludedDomainsEndpoints } from '@overture/contract/excluded-domains';
import { guessDomainColumn } from '@overture/domain/csv/column-guess';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, refetch, upload } from '../../lib/api/api-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FileButton } from '../../ui/inputs/file-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { previewDomains } from './preview-domains.ts';
import { t } from './texts.ts';
import { type ChosenCsv, useCsvChoice } from './use-csv-choice.ts';

/** Two steps: choose a .csv file, then its column with the domains. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { chosen, problem, choose, forget } = useCsvChoice(t('import_failed'));
  if (chosen) return <UploadFile chosen={chosen} onBack={forget} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('import_title')}>
      <ChooseFile hint={t('choose_hint')} problem={problem} onFile={(file) => void choose(file)} />
    </Dialog>
  );
}

function UploadFile({ chosen, onBack, onClose }: { chosen: ChosenCsv; onBack: () => void; onClose: () => void }) {
  const [column, setColumn] = useState(() => guessDomainColumn([...chosen.preview.header]));
  const importing = useImportDomains(onClose);
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={t('import_title')}
      footer={
        <>
          {column === null ? (
            <span role="status" className="flex-1 text-amber text-table">
              {t('column_required')}
            </span>
          ) : null}
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            disabled={column === null}
            loading={importing.isPending}
            onClick={() => column !== null && importing.mutate({ file: chosen.file, column })}
          >
            {t('import')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <ChosenFile name={chosen.file.name} onAnother={onBack} />
        <Select
          label={t('column')}
          data={[...chosen.preview.header]}
          value={column}
          onChange={setColumn}
          searchable={chosen.preview.header.length > 10}
        />
        {column === null ? null : <Preview values={previewDomains(chosen.preview, column)} />}
      </div>
    </Dialog>
  );
}

function useImportDomains(onDone: () => void) {
  const client = useQueryClient();
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
      await refetch(client, excludedDomainsEndpoints.listExcludedDomains);
    },
    onError: (error) => toast.error(errorMessage(error, t('import_failed')), { duration: 3000 }),
  });
}

interface ChooseFileProps {
  hint: string;
  problem: string | undefined;
  onFile: (file: File) => void;
}

export function ChooseFile({ hint, problem, onFile }: ChooseFileProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-table text-ink-3">{hint}</p>
      <FileButton label={t('choose')} accept=".csv" kind="primary" onFile={onFile}>
        {t('choose')}
      </FileButton>
      <p role="alert" className="text-table text-red">
        {problem}
      </p>
    </div>
  );
}

export function ChosenFile({ name, onAnother }: { name: string; onAnother: () => void }) {
  return (
    <div className="flex items-center justify-between gap-3 py-2 px-3 border border-line rounded-control bg-sunken">
      <span className="truncate" title={name}>
        {name}
      </span>
      <AppButton kind="quiet" size="small" onClick={onAnother}>
        {t('another')}
      </AppButton>
    </div>
  );
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
