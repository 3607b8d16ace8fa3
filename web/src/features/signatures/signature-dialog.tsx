import { TextInput } from '@mantine/core';
import { type Signature, signaturesEndpoints } from '@overture/contract/signatures';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { t } from './texts.ts';

const SignatureEditor = lazyPart(() =>
  import('./signature-editor.tsx').then((file) => ({ default: file.SignatureEditor })),
);

/** Create or edit one signature. A failed save keeps the text. */
export function SignatureDialog({ signature, onClose }: { signature: Signature | undefined; onClose: () => void }) {
  const [name, setName] = useState(signature?.name ?? '');
  const [html, setHtml] = useState(signature?.signature ?? '');
  const [problem, setProblem] = useState<string | undefined>();
  const save = useSaveSignature(signature?.id, { onSaved: onClose, onProblem: setProblem });
  function submit() {
    if (name.trim() === '') return setProblem(t('name_needed'));
    setProblem(undefined);
    save.mutate({ name: name.trim(), signature: html });
  }
  return (
    <FormDialog
      onClose={onClose}
      isChanged={name !== (signature?.name ?? '') || html !== (signature?.signature ?? '')}
      size="large"
      title={signature ? t('edit') : t('create')}
      problem={problem}
      confirmLabel={t('save')}
      pending={save.isPending}
      confirm={submit}
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
    </FormDialog>
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
