import { IMPORT_LIMITS } from '@overture/domain/limits';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { formatBytes } from '../../../lib/format.ts';
import { FileButton } from '../../../ui/inputs/file-button.tsx';
import classes from '../csv-import.module.css';
import { t } from '../texts.ts';

interface DropZoneProps {
  onFile: (file: File) => void;
  problem: string | undefined;
  /** Name of the file that is being read. */
  reading: string | undefined;
}

/** Step 1: a file is dropped or chosen. */
export function DropZone({ onFile, problem, reading }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the pointer's short cut; the button inside does the same.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <span className="grid place-items-center size-12 mb-3 rounded-card bg-accent-soft text-accent" aria-hidden>
        <IconFileSpreadsheet size={24} stroke={1.6} />
      </span>
      <p className="text-section font-semibold">{reading ? t('reading', { name: reading }) : t('drop')}</p>
      <p className="mb-4 text-ink-3">{t('drop_or')}</p>
      <FileButton label={t('drop_button')} accept=".csv" loading={reading !== undefined} onFile={onFile}>
        {t('drop_button')}
      </FileButton>
      <p className="mt-6 text-ink-3 text-meta">
        {t('drop_hint', { size: formatBytes(IMPORT_LIMITS.max_file_in_bytes) })}
      </p>
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
    </div>
  );
}
