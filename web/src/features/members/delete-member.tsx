import { type Member, membersEndpoints } from '@overture/contract/members';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

const NAMED = 5;

/** Asks for the email of who is deleted, after saying which sender accounts stop. */
export function DeleteMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const what = useQuery(queryOptions(membersEndpoints.previewMemberDeletion, { params: { id: member.id } }));
  const remove = useMutation({
    ...mutationOptions(membersEndpoints.deleteMember),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('deleted'), { duration: 3000 });
    },
    onError: (error) => toast.error(errorMessage(error, t('delete_failed'))),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete_title')}
      confirmLabel={t('delete')}
      danger
      pending={remove.isPending}
      typed={{
        expected: member.email,
        label: t('delete_confirm', { email: member.email }),
        mismatch: t('delete_mismatch'),
      }}
      onConfirm={() => remove.mutate({ params: { id: member.id } })}
    >
      <p>{t('delete_text', { name: member.name })}</p>
      {what.isPending ? <p className="text-ink-3 text-table">{t('delete_checking')}</p> : null}
      {what.data && what.data.senders.length > 0 ? <Stopping {...what.data} /> : null}
    </ConfirmDialog>
  );
}

interface StoppingProps {
  senders: { id: number; name: string }[];
  campaigns: { id: number; name: string }[];
}

function Stopping({ senders, campaigns }: StoppingProps) {
  const names = campaigns.slice(0, NAMED).map((campaign) => campaign.name);
  return (
    <div className="grid gap-3">
      <p>{t('delete_stops', { count: senders.length })}</p>
      <ul className="m-0 ps-4">
        {senders.slice(0, NAMED).map((sender) => (
          <li key={sender.id}>{sender.name}</li>
        ))}
        {senders.length > NAMED ? <li>…</li> : null}
      </ul>
      {campaigns.length > 0 ? (
        <p>
          {t('delete_campaigns', {
            count: campaigns.length,
            names: campaigns.length > NAMED ? `${names.join(', ')}, …` : names.join(', '),
          })}
        </p>
      ) : null}
    </div>
  );
}
