import { PasswordInput } from '@mantine/core';
import { archiveImportsEndpoints } from '@overture/contract/archive-imports';
import { ARCHIVE_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, upload } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatBytes } from '../../../lib/format.ts';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { FileButton } from '../../../ui/inputs/file-button.tsx';
import { useStepUp } from '../../security/index.ts';
import { t } from './texts.ts';

function sendArchive(file: File, passphrase: string, onProgress: (share: number) => void) {
  const body = passphrase === '' ? {} : { passphrase };
  const options = { field: 'file_content', file, filename: file.name, onProgress };
  return upload(archiveImportsEndpoints.createArchiveImport, { body }, options);
}

/** The file of an archive and its passphrase. It is checked before anything is moved in. */
export function MoveInDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState('');
  const [share, setShare] = useState(0);
  const [problem, setProblem] = useState<string>();
  const stepUp = useStepUp();
  const sending = useMutation({
    mutationFn: (chosen: File) => sendArchive(chosen, passphrase, setShare),
    async onSuccess() {
      await whenRefetched();
      onClose();
    },
    onError: (error) => stepUp.ask(error, submit) || setProblem(errorMessage(error, t('upload_failed'))),
  });
  function choose(chosen: File) {
    const isTooLarge = chosen.size > ARCHIVE_LIMITS.upload_max_bytes;
    setProblem(isTooLarge ? t('too_large', { size: formatBytes(ARCHIVE_LIMITS.upload_max_bytes) }) : undefined);
    setFile(isTooLarge ? undefined : chosen);
  }
  function submit() {
    setProblem(file ? undefined : t('no_file'));
    if (file) sending.mutate(file);
  }
  return (
    <>
      <FormDialog
        onClose={onClose}
        isChanged={passphrase !== ''}
        title={t('dialog_title')}
        problem={problem}
        confirmLabel={t('check')}
        pending={sending.isPending}
        confirm={submit}
      >
        <MoveInForm
          file={file}
          passphrase={passphrase}
          onFile={choose}
          onPassphrase={setPassphrase}
          share={sending.isPending ? share : null}
          onSubmit={submit}
        />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

interface FormProps {
  file: File | undefined;
  passphrase: string;
  onFile: (file: File) => void;
  onPassphrase: (passphrase: string) => void;
  /** Of the file that has left; null before the upload. */
  share: number | null;
  onSubmit: () => void;
}

function MoveInForm({ file, passphrase, onFile, onPassphrase, share, onSubmit }: FormProps) {
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FileButton label={t('file')} accept=".zip" disabled={share !== null} onFile={onFile}>
          {t(file ? 'another' : 'choose')}
        </FileButton>
        {file ? (
          <span className="min-w-0 text-table break-words">
            {file.name}, {formatBytes(file.size)}
          </span>
        ) : null}
      </div>
      <PasswordInput
        label={t('passphrase')}
        description={t('passphrase_hint')}
        value={passphrase}
        maxLength={ARCHIVE_LIMITS.passphrase_max}
        autoComplete="off"
        onChange={(event) => onPassphrase(event.currentTarget.value)}
      />
      {share !== null ? <ProgressLine label={t('uploading')} done={Math.round(share * 100)} total={100} /> : null}
      <button type="submit" hidden />
    </form>
  );
}
