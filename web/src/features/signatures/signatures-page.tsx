import type { Listed } from '@overture/contract/endpoint';
import { type Signature, signaturesEndpoints } from '@overture/contract/signatures';
import { IconPencil, IconPlus, IconSignature, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../lib/api/writes.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton, IconButton } from '../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { SignatureDialog } from './signature-dialog.tsx';
import { SignatureFrame } from './signature-frame.tsx';
import { t } from './texts.ts';

/** Signatures are cached five minutes. */
const cacheMs = 5 * 60_000;

export function SignaturesPage() {
  const list = useQuery({ ...queryOptions(signaturesEndpoints.listSignatures), staleTime: cacheMs });
  const [edited, setEdited] = useState<Signature | 'new' | undefined>();
  const [deleted, setDeleted] = useState<Signature | undefined>();
  const create = (
    <AppButton kind="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {t('create')}
    </AppButton>
  );
  const signatures = list.data?.signatures;
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={signatures?.length === 0 ? null : create} />
      <div className="flex flex-col gap-4 max-w-[820px] pt-0 px-gutter pb-8">
        {list.isPending ? <SignatureSkeletons /> : null}
        {queryFailure(list)}
        {signatures?.length === 0 ? (
          <EmptyState icon={<IconSignature size={22} />} title={t('empty')} text={t('empty_text')} action={create} />
        ) : null}
        {signatures?.map((signature) => (
          <SignatureCard
            key={signature.id}
            signature={signature}
            onEdit={() => setEdited(signature)}
            onDelete={() => setDeleted(signature)}
          />
        ))}
      </div>
      {edited ? (
        <SignatureDialog signature={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : null}
      <DeleteSignature signature={deleted} onClose={() => setDeleted(undefined)} />
    </>
  );
}

function SignatureCard({
  signature,
  onEdit,
  onDelete,
}: {
  signature: Listed<Signature>;
  onEdit: () => void;
  onDelete: () => void;
}) {
  return (
    <article className="overflow-hidden border border-line rounded-card bg-surface">
      <header className="flex items-center gap-0.5 min-h-11.5 pe-2 ps-4">
        <h2 className="flex-1 text-body truncate" title={signature.name}>
          {signature.name}
        </h2>
        <IconButton label={t('edit_named', { name: signature.name })} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </IconButton>
        {signature.may_delete ? (
          <IconButton label={t('delete_named', { name: signature.name })} onClick={onDelete}>
            <IconTrash size={16} aria-hidden />
          </IconButton>
        ) : null}
      </header>
      <div className="border-t border-line">
        <SignatureFrame html={signature.signature} label={signature.name} />
      </div>
    </article>
  );
}

function DeleteSignature({ signature, onClose }: { signature: Signature | undefined; onClose: () => void }) {
  const remove = useMutation({
    ...mutationOptions(signaturesEndpoints.deleteSignature),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('saved'));
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
  return (
    <ConfirmDialog
      opened={signature !== undefined}
      onClose={onClose}
      title={t('delete_title')}
      confirmLabel={t('delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => signature && remove.mutate({ params: { id: signature.id } })}
    >
      {t('delete_text', { name: signature?.name ?? '' })}
    </ConfirmDialog>
  );
}

function SignatureSkeletons() {
  return ['a', 'b', 'c'].map((key) => (
    <div key={key} className="overflow-hidden border border-line rounded-card bg-surface" aria-hidden>
      <div className="flex items-center gap-0.5 min-h-11.5 pe-2 ps-4">
        <Skeleton width={140} />
      </div>
      <div className="flex flex-col gap-3 h-24 p-4 border-t border-line">
        <Skeleton width="60%" />
        <Skeleton width="40%" />
      </div>
    </div>
  ));
}
