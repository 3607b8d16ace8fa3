import type { User } from '@overture/contract/auth';
import { canSeeBilling } from '@overture/domain/access/permissions';
import { IconCreditCardOff } from '@tabler/icons-react';
import { formatDate } from '../../../lib/format.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from './texts.ts';

/** Says that a payment failed, how long everything keeps running, and where to pay. */
export function PaymentDue({ user, graceUntil }: { user: User; graceUntil: string }) {
  return (
    <section
      className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 px-4 bg-red-soft text-red"
      aria-label={t('due_title')}
    >
      <IconCreditCardOff size={18} aria-hidden className="flex-none max-sm:self-start max-sm:mt-0.5" />
      <p className="flex-[1_1_16rem]">
        <strong>{t('due_title')}</strong> {t('due_text', { date: formatDate(graceUntil) })}
      </p>
      {canSeeBilling(user) ? <AppLink to={pb.billing()}>{t('due_manager')}</AppLink> : <span>{t('due_member')}</span>}
    </section>
  );
}
