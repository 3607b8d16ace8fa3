import { TextInput } from '@mantine/core';
import { type Signature, signaturesEndpoints } from '@overture/contract/signatures';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useDiscardGuard } from '../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

const SignatureEditor = lazy(() =>
  import('./signature-editor.tsx').then((file) => ({ default: file.SignatureEditor })),
);

/** Create or edit one signature. A failed save keeps the text. */
export function SignatureDialog({ signature, onClose }: { signature: Signature | undefined; onClose: () => void }) {
  const [name, setName] = useState(signature?.name ?? '');
  const [html, setHtml] = useState(signature?.signature ?? '');
  const guard = useDiscardGuard(name !== (signature?.name ?? '') || html !== (signature?.signature ?? ''), onClose);
  const [problem, setProblem] = useState<string | undefined>();
  const save = useSaveSignature(signature?.id, { onSaved: onClose, onProblem: setProblem });
  function submit() {
    if (name.trim() === '') return setProblem(t('name_needed'));
    setProblem(undefined);
    save.mutate({ name: name.trim(), signature: html });
  }
  return (
    <>
      <Dialog
        opened
        onClose={guard.close}
        closeOnOutside={false}
        size="large"
        title={signature ? t('edit') : t('create')}
        footer={
          <>
            <span role="alert" className="me-auto text-red text-table">
              {problem}
            </span>
            <AppButton onClick={guard.close}>{t('cancel')}</AppButton>
            <AppButton kind="primary" loading={save.isPending} onClick={submit}>
              {t('save')}
            </AppButton>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <TextInput
            label={t('name')}
            placeholder={t('name_placeholder')}
            value={name}
            maxLength={120}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Suspense fallback={<div className="h-59" />}>
            <SignatureEditor value={html} onChange={setHtml} />
          </Suspense>
        </div>
      </Dialog>
      {guard.question}
    </>
  );
}

interface SavingOptions {
  onSaved: () => void;
  onProblem: (problem: string) => void;
}

/** Writes a signature over the one with this id; without an id it is a new one. */
function useSaveSignature(id: number | undefined, { onSaved, onProblem }: SavingOptions) {
  return useMutation({
    mutationFn: (body: { name: string; signature: string }) =>
      id === undefined
        ? call(signaturesEndpoints.createSignature, { body })
        : call(signaturesEndpoints.updateSignature, { params: { id }, body }),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('saved'));
      onSaved();
    },
    onError: (error) => onProblem(errorMessage(error, t('failed'))),
  });
}
