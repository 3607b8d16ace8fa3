import { IconPaperclip, IconX } from '@tabler/icons-react';
import { formatBytes } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import type { useUploads } from '../composer/use-uploads.ts';
import { checkFiles } from '../files/check-files.ts';
import { t } from '../texts.ts';

const chip = 'flex items-center gap-1.5 max-w-full h-7.5 ps-2 border border-line rounded-control bg-surface text-table';

interface ComposerFilesProps {
  files: ReturnType<typeof useUploads>;
  /** Of the sender: channels take different sizes. */
  accountType: string;
}

/** Files of the message being written, and those on their way. */
export function ComposerFiles({ files, accountType }: ComposerFilesProps) {
  const { uploads, sending, remove } = files;
  const problem = checkFiles(uploads, accountType) ?? files.problem;
  return (
    <div className="mt-2">
      <ul className="flex flex-wrap gap-1.5 m-0 p-0 list-none" aria-label={t('files')}>
        {uploads.map((file) => (
          <li key={file.id} className={chip}>
            <IconPaperclip size={14} aria-hidden className="flex-none text-ink-3" />
            <span className="truncate">{file.name}</span>
            <span className="text-ink-3 text-meta whitespace-nowrap number">{formatBytes(file.size)}</span>
            <IconButton size="small" label={t('remove_file', { name: file.name })} onClick={() => void remove(file.id)}>
              <IconX size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
        {sending.map(({ name, share }) => (
          <li key={name} className={`${chip} pe-2 text-ink-3`}>
            <progress className="w-12" max={1} value={share} aria-label={t('uploading', { name })} />
            <span className="truncate">{name}</span>
          </li>
        ))}
      </ul>
      {problem ? (
        <p className="mt-1 text-red text-table" role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
