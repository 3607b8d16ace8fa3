import type { SavedReply } from '@overture/contract/saved-replies';
import { savedReplyFilesEndpoints } from '@overture/contract/saved-reply-files';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { expectPreview } from '@overture/domain/message/files/preview-kinds';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError, addressOf, call, upload } from '../../../lib/api/api-client.ts';
import { formatBytes } from '../../../lib/format.ts';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { acceptedFiles } from '../files/accepted-files.ts';
import { checkFile } from '../files/check-files.ts';
import { FileViewer } from '../files/file-viewer.tsx';
import { t as fileWords } from '../files/texts.ts';
import { t } from '../texts.ts';
import { words } from './texts.ts';

type StoredFile = SavedReply['files'][number];

/** Files of a saved reply that is being edited. Nothing changes on the server before `save`. */
export function useReplyFiles(initial: readonly StoredFile[]) {
  const [stored, setStored] = useState([...initial]);
  const [removed, setRemoved] = useState<number[]>([]);
  const [added, setAdded] = useState<File[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  function add(files: readonly File[]) {
    const present = [...added];
    const found = files.map((file) => {
      const refused = checkFile(file, [...stored, ...present]);
      if (refused === null) present.push(file);
      return refused;
    });
    setProblem(found.find((refused) => refused !== null) ?? null);
    setAdded(present);
  }
  function remove(file: StoredFile | File) {
    setProblem(null);
    if (file instanceof File) {
      setAdded((known) => known.filter((one) => one !== file));
      return;
    }
    setStored((known) => known.filter((one) => one !== file));
    setRemoved((known) => [...known, file.id]);
  }
  /** Done parts are not repeated if a later one fails. */
  async function save(id: number) {
    for (const fileId of removed) {
      await deleteFile(id, fileId);
      setRemoved((known) => known.filter((one) => one !== fileId));
    }
    for (const file of added) {
      const sent = { field: 'file', file, filename: file.name };
      const answer = await upload(savedReplyFilesEndpoints.addSavedReplyFile, { params: { id } }, sent);
      setStored((known) => [...known, answer.file]);
      setAdded((known) => known.filter((one) => one !== file));
    }
  }
  return { stored, added, problem, isChanged: removed.length + added.length > 0, add, remove, save };
}

/** A colleague may have deleted it before. */
async function deleteFile(id: number, fileId: number): Promise<void> {
  try {
    await call(savedReplyFilesEndpoints.deleteSavedReplyFile, { params: { id, fileId } });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

interface ReplyFilesProps {
  /** Undefined before it is saved: then it has no stored files. */
  replyId: number | undefined;
  files: ReturnType<typeof useReplyFiles>;
}

/** Files of a saved reply: shown, removed, added. */
export function ReplyFiles({ replyId, files }: ReplyFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  const shown = files.stored.filter((file) => expectPreview(file) !== null);
  const inputOf = (fileId: number) => ({ params: { id: replyId ?? 0, fileId } });
  return (
    <fieldset className="m-0 p-0 border-0">
      <legend className="mb-1 p-0 font-medium text-table">{words('reply_files')}</legend>
      <p className="mb-2 text-ink-3 text-meta">{words('reply_files_hint', { count: INBOX_LIMITS.files })}</p>
      <ul className="flex flex-wrap gap-1.5 m-0 mb-2 p-0 list-none empty:hidden" aria-label={words('reply_files')}>
        {files.stored.map((file) => (
          <FileChip
            key={file.id}
            file={file}
            onShow={shown.includes(file) ? () => setOpen(shown.indexOf(file)) : undefined}
            onRemove={() => files.remove(file)}
          />
        ))}
        {files.added.map((file, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two chosen files may have one name.
          <FileChip key={`${place} ${file.name}`} file={file} onShow={undefined} onRemove={() => files.remove(file)} />
        ))}
      </ul>
      <AppButton size="small" icon={<IconPaperclip size={15} aria-hidden />} onClick={() => input.current?.click()}>
        {words('reply_files_add')}
      </AppButton>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={words('reply_files_add')}
        accept={acceptedFiles}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          files.add(chosen);
        }}
      />
      {files.problem ? (
        <p className="mt-1 text-red text-table" role="alert">
          {files.problem}
        </p>
      ) : null}
      {open === null ? null : (
        <FileViewer
          files={shown}
          place={open}
          downloadOf={(id) => addressOf(savedReplyFilesEndpoints.getSavedReplyFile, inputOf(id))}
          previewOf={(id) => addressOf(savedReplyFilesEndpoints.readSavedReplyPreview, inputOf(id))}
          onMove={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </fieldset>
  );
}

interface FileChipProps {
  file: { name: string; size: number };
  /** Undefined if it can't be shown. */
  onShow: (() => void) | undefined;
  onRemove: () => void;
}

function FileChip({ file: { name, size }, onShow, onRemove }: FileChipProps) {
  return (
    <li className="flex items-center gap-1.5 max-w-full h-7.5 ps-2 border border-line rounded-control bg-surface text-table">
      <IconPaperclip size={14} aria-hidden className="flex-none text-ink-3" />
      {onShow ? (
        <button
          type="button"
          className="bare truncate cursor-pointer hover:underline"
          aria-label={fileWords('preview', { name })}
          onClick={onShow}
        >
          {name}
        </button>
      ) : (
        <span className="truncate">{name}</span>
      )}
      <span className="text-ink-3 text-meta whitespace-nowrap number">{formatBytes(size)}</span>
      <IconButton size="small" label={t('remove_file', { name })} onClick={onRemove}>
        <IconX size={14} aria-hidden />
      </IconButton>
    </li>
  );
}
