import type { ChatMessage, MessageClass } from '@overture/contract/chats';
import { formatDate } from '../../../lib/format.ts';
import { ReferralOffer } from '../referrals/referral-offer.tsx';
import { describeClass } from './class-words.ts';
import { t } from './texts.ts';

function describeDay({ class: name }: MessageClass, named: string): string {
  const day = formatDate(`${named}T12:00:00Z`, 'UTC');
  return name === 'neutral' ? t('later_on', { day }) : t('returns_on', { day });
}

/** What one message was taken for, how surely, and whom it names. */
export function MessageClassNote({ message, found }: { message: ChatMessage; found: MessageClass }) {
  const { referral, returns_on } = found;
  const person = referral ? [referral.name, referral.email ?? referral.linkedin_url].filter(Boolean).join(' · ') : '';
  return (
    <div className="flex flex-col items-start gap-1.5 mt-1 max-w-full">
      <p className="m-0 max-w-full text-ink-3 text-meta wrap-anywhere">
        {describeClass(found)}
        {person ? `. ${t('refers_to', { person })}` : null}
        {returns_on ? `. ${describeDay(found, returns_on)}` : null}
      </p>
      {referral ? <ReferralOffer message={message} referral={referral} /> : null}
    </div>
  );
}
