import { type Approval, approvalsEndpoints } from '@overture/contract/approvals';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatDate, formatUntil } from '../../lib/format.ts';
import { sayWords } from '../../lib/language/said.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { ApprovalState, askedBy } from './approval-words.tsx';
import { t } from './texts.ts';

/** What would happen, and the decision. */
export function ApprovalPanel({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { state, preview } = approval;
  return (
    <SidePanel
      opened
      onClose={onClose}
      width={560}
      title={<span className="wrap-anywhere">{sayWords(preview.title)}</span>}
      footer={state === 'waiting' ? <Decision id={approval.id} onClose={onClose} /> : null}
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center gap-2 text-table text-ink-2">
          <ApprovalState state={state} />
          <span>{askedBy(approval)}</span>
          <span>{outcomeWords(approval)}</span>
        </div>
        <dl className="m-0 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 gap-y-2 text-table">
          {preview.facts.map(({ label, value }) => (
            <div key={`${label} ${value}`} className="contents">
              <dt className="text-ink-3">{sayWords(label)}</dt>
              <dd className="m-0 wrap-anywhere">{sayWords(value)}</dd>
            </div>
          ))}
        </dl>
        {preview.messages.length > 0 ? <h3 className="m-0 text-table font-medium">{t('messages')}</h3> : null}
        {preview.messages.map(({ subject_line, message }) => (
          <div key={`${subject_line} ${message}`} className="rounded-card border border-line p-3 text-table">
            {subject_line ? <p className="m-0 mb-2 font-medium wrap-anywhere">{subject_line}</p> : null}
            <p className="m-0 whitespace-pre-wrap wrap-anywhere">{message}</p>
          </div>
        ))}
      </div>
    </SidePanel>
  );
}

function outcomeWords({ state, expires_at, decided_at, decided_by, void_reason }: Approval): string {
  if (state === 'waiting') return t('expires', { time: formatUntil(expires_at) });
  if (void_reason !== null) return void_reason;
  if (decided_by && decided_at) return t('decided', { name: decided_by.name, date: formatDate(decided_at) });
  return state === 'done' ? t('by_client') : '';
}

function Decision({ id, onClose }: { id: number; onClose: () => void }) {
  const onError = (error: Error) => toast.error(errorMessage(error, t('failed')));
  const approve = useMutation({
    ...mutationOptions(approvalsEndpoints.approveApproval),
    onError,
    onSuccess: async ({ approval }) => {
      await whenRefetched();
      onClose();
      if (approval.state === 'void') toast.error(t('void_notice', { reason: approval.void_reason ?? '' }));
      else toast.success(t('approved'));
    },
  });
  const refuse = useMutation({
    ...mutationOptions(approvalsEndpoints.refuseApproval),
    onError,
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('refused'));
    },
  });
  const isPending = approve.isPending || refuse.isPending;
  return (
    <div className="flex justify-end gap-2">
      <AppButton disabled={isPending} loading={refuse.isPending} onClick={() => refuse.mutate({ params: { id } })}>
        {t('refuse')}
      </AppButton>
      <AppButton
        kind="primary"
        disabled={isPending}
        loading={approve.isPending}
        onClick={() => approve.mutate({ params: { id } })}
      >
        {t('approve')}
      </AppButton>
    </div>
  );
}
