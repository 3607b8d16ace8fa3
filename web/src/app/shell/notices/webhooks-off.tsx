import { IconWebhook } from '@tabler/icons-react';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from './texts.ts';

/** Says that the program switched webhooks off, until they are on again or deleted. */
export function WebhooksOff({ count }: { count: number }) {
  return (
    <section
      className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 px-4 bg-red-soft text-red"
      aria-label={t('webhooks_title')}
    >
      <IconWebhook size={18} aria-hidden className="flex-none max-sm:self-start max-sm:mt-0.5" />
      <p className="flex-[1_1_16rem]">
        <strong>{t('webhooks_off', { count })}</strong> {t('webhooks_text', { count })}
      </p>
      <AppLink to={pb.webhooks()}>{t('webhooks_open')}</AppLink>
    </section>
  );
}
