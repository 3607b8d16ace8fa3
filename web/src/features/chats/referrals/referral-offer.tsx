import type { ChatMessage, MessageClass } from '@overture/contract/chats';
import { IconUserPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { t } from './texts.ts';

const ReferralDialog = lazyPart(() =>
  import('./referral-dialog.tsx').then((file) => ({ default: file.ReferralDialog })),
);

interface ReferralOfferProps {
  message: Pick<ChatMessage, 'id' | 'prospect'>;
  referral: NonNullable<MessageClass['referral']>;
}

/** A referred person: one press adds them as a lead, then links to them. */
export function ReferralOffer({ message, referral }: ReferralOfferProps) {
  const [isOpen, setOpen] = useState(false);
  const { prospect_id, name, email, linkedin_url } = referral;
  const called = name ?? email ?? linkedin_url ?? '';
  if (email === null && linkedin_url === null) return null;
  if (prospect_id !== null) {
    return (
      <p className="flex flex-wrap gap-x-1.5 m-0 text-ink-2 text-meta">
        {t('added_before')}
        <Link to="/inbox" search={{ chat: prospect_id, tab: undefined, board: undefined }}>
          {t('open', { name: called })}
        </Link>
      </p>
    );
  }
  return (
    <>
      <AppButton size="small" icon={<IconUserPlus size={15} aria-hidden />} onClick={() => setOpen(true)}>
        {t('add', { name: called })}
      </AppButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <ReferralDialog message={message} referral={referral} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
