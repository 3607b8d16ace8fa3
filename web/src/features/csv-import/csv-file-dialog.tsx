import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { FileButton } from '../../ui/inputs/file-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { type CsvPreview, readCsvPreview } from './file/read-csv-preview.ts';
import { t } from './texts.ts';

export interface CsvFile {
  file: File;
  preview: CsvPreview;
  /** Back to the choice of a file. */
  onAnother: () => void;
}

interface CsvFileDialogProps {
  title: string;
  hint: string;
  /** Shown when a file can't be read and nothing else says why. */
  failed: string;
  onClose: () => void;
  /** The second step, once the columns are known; see `CsvColumnDialog`. */
  children: (chosen: CsvFile) => ReactNode;
}

/** First step of importing a list: choose a .csv file. */
export function CsvFileDialog({ title, hint, failed, onClose, children }: CsvFileDialogProps) {
  const [chosen, setChosen] = useState<Omit<CsvFile, 'onAnother'>>();
  const [problem, setProblem] = useState<string>();
  async function choose(file: File) {
    setProblem(undefined);
    try {
      setChosen({ file, preview: await readCsvPreview(file) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : failed);
    }
  }
  if (chosen) return children({ ...chosen, onAnother: () => setChosen(undefined) });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <div className="flex flex-col items-start gap-3">
        <p className="text-table text-ink-3">{hint}</p>
        <FileButton label={t('drop_button')} accept=".csv" kind="primary" onFile={(file) => void choose(file)}>
          {t('drop_button')}
        </FileButton>
        <p role="alert" className="text-table text-red">
          {problem}
        </p>
      </div>
    </Dialog>
  );
}

interface CsvColumnDialogProps {
  title: string;
  chosen: CsvFile;
  onClose: () => void;
  column: {
    label: string;
    hint?: string;
    error?: string | undefined;
    value: string | null;
    onChange: (value: string | null) => void;
  };
  /** Beside the buttons. */
  notice?: ReactNode;
  action: { label: string; isDisabled: boolean; isPending: boolean; run: () => void };
  /** More choices, the first values, or the result of a check. */
  children: ReactNode;
}

/** Second step of importing a list: the column with its entries. */
export function CsvColumnDialog({ title, chosen, onClose, column, notice, action, children }: CsvColumnDialogProps) {
  const { header } = chosen.preview;
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={title}
      footer={
        <>
          {notice}
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" disabled={action.isDisabled} loading={action.isPending} onClick={action.run}>
            {action.label}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-center justify-between gap-3 py-2 px-3 border border-line rounded-control bg-sunken">
          <span className="truncate" title={chosen.file.name}>
            {chosen.file.name}
          </span>
          <AppButton kind="quiet" size="small" onClick={chosen.onAnother}>
            {t('another')}
          </AppButton>
        </div>
        <Select
          label={column.label}
          description={column.hint}
          data={[...header]}
          value={column.value}
          onChange={column.onChange}
          error={column.error}
          searchable={header.length > 10}
        />
        {children}
      </div>
    </Dialog>
  );
}
