import { chatReferralsEndpoints } from '@overture/contract/chat-referrals';
import { type ChatMessage, chatsEndpoints, type MessageClass } from '@overture/contract/chats';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, refetch } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { NameFields, type Names, splitName } from '../name-fields.tsx';
import { t } from './dialog-texts.ts';
import { type Place, PlaceField, type Target, TargetField, usePlaces } from './referral-target.tsx';

interface ReferralDialogProps {
  message: Pick<ChatMessage, 'id' | 'prospect'>;
  referral: NonNullable<MessageClass['referral']>;
  onClose: () => void;
}

const NAME_LABELS = { first_name: t('first_name'), last_name: t('last_name') };

/** Name of the referred person, and what becomes of them: a message that mentions the referrer, their campaign, or a list. */
export function ReferralDialog({ message, referral, onClose }: ReferralDialogProps) {
  const [names, setNames] = useState(() => splitName(referral.name));
  const mayAdd = useUser().organization.branding_settings.campaign_creation_enabled !== false;
  const [target, setTarget] = useState<Target>('message');
  const places = usePlaces(message.prospect.id);
  const [picked, setPicked] = useState<Partial<Record<Place, number>>>({});
  const chosen = target === 'message' ? undefined : (picked[target] ?? places.usual[target]);
  const called = `${names.first_name} ${names.last_name}`.trim();
  const add = useAdd(message, { names, target, id: chosen ?? 0, called }, onClose);
  const isReady = names.first_name.trim() !== '' && (target === 'message' || chosen !== undefined);
  return (
    <Dialog
      opened
      onClose={onClose}
      size="small"
      title={t('title', { name: called || (referral.email ?? '') })}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form="referral" disabled={!isReady} loading={add.isPending}>
            {t(target === 'message' ? 'write' : 'submit')}
          </AppButton>
        </>
      }
    >
      <form
        id="referral"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) add.mutate();
        }}
      >
        <p className="m-0 text-ink-2 text-table wrap-anywhere">
          {t('reached_by', { address: referral.email ?? referral.linkedin_url ?? '' })}. {t('text')}
        </p>
        <NameFields names={names} labels={NAME_LABELS} onChange={setNames} />
        <TargetField target={target} mayAdd={mayAdd} onChange={setTarget} />
        {target === 'message' ? (
          <p className="m-0 text-ink-2 text-meta">{t('message_text', { referrer: leadName(message.prospect) })}</p>
        ) : (
          <PlaceField
            key={target}
            target={target}
            places={places}
            chosen={chosen}
            onChoose={(id) => setPicked({ ...picked, [target]: id })}
          />
        )}
      </form>
    </Dialog>
  );
}

function useAdd(
  { id: messageId, prospect }: ReferralDialogProps['message'],
  given: { names: Names; target: Target; id: number; called: string },
  onClose: () => void,
) {
  const client = useQueryClient();
  const go = useGo();
  const params = { id: prospect.id, messageId };
  const { names, target, id, called } = given;
  return useMutation({
    mutationFn: () => {
      if (target === 'message') return call(chatReferralsEndpoints.writeToReferral, { params, body: names });
      return target === 'campaign'
        ? call(chatReferralsEndpoints.addReferralToCampaign, { params, body: { ...names, campaign_id: id } })
        : call(chatReferralsEndpoints.addReferralToList, { params, body: { ...names, search_id: id } });
    },
    onSuccess: async ({ is_added, prospect_id }) => {
      await refetch(client, chatsEndpoints.getChatHistory);
      toast.success(t(is_added ? 'added' : 'was_there', { name: called }));
      onClose();
      if (target === 'message') go(pb.inbox({ chat: prospect_id }));
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
}
