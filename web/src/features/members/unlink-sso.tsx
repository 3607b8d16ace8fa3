import { type Member, membersEndpoints } from '@overture/contract/members';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useStepUp } from '../security/index.ts';
import { t } from './texts.ts';

/** For people whose account at the identity provider is another one now. */
export function UnlinkSso({ member, onClose }: { member: Member; onClose: () => void }) {
  const stepUp = useStepUp();
  const unlink = useMutation(mutationOptions(membersEndpoints.unlinkMemberSso));
  function unlinkThem() {
    unlink.mutate(
      { params: { id: member.id } },
      {
        onSuccess: async () => {
          await whenRefetched();
          onClose();
          toast.success(t('sso_unlinked', { name: member.name }));
        },
        onError: (error) => stepUp.ask(error, unlinkThem) || toast.error(errorMessage(error, t('sso_unlink_failed'))),
      },
    );
  }
  return (
    <>
      <ConfirmDialog
        opened
        onClose={onClose}
        title={t('sso_unlink_title')}
        confirmLabel={t('sso_unlink')}
        danger
        pending={unlink.isPending}
        onConfirm={unlinkThem}
      >
        {t('sso_unlink_text', { name: member.name })}
      </ConfirmDialog>
      {stepUp.dialog}
    </>
  );
}
