import { Menu } from '@mantine/core';
import { appInfoEndpoints } from '@overture/contract/app-info';
import { may } from '@overture/domain/access/permissions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { defineTexts } from '../../../lib/texts.ts';
import { toast } from '../../../ui/feedback/toast.tsx';

const t = defineTexts({
  skip: 'Skip one day',
  skip_text: 'Moves the clock for everyone on this server.',
  skipped: "It's now {time}.",
  failed: "Couldn't move the clock.",
});

const DAY_IN_SECONDS = 86_400;

/** Moves the clock of the installation by a day: what is due is sent, and simulated replies arrive. */
export function SkipDay() {
  const client = useQueryClient();
  const user = useUser();
  const advance = useMutation({
    ...mutationOptions(appInfoEndpoints.advanceClock),
    onSuccess: ({ now }) => {
      toast.success(t('skipped', { time: formatDateTime(now) }));
      // Everything on screen depends on the time.
      void client.invalidateQueries();
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  if (!may(user, 'settings')) return null;
  return (
    <Menu.Item
      disabled={advance.isPending}
      closeMenuOnClick={false}
      onClick={() => advance.mutate({ body: { advance_in_seconds: DAY_IN_SECONDS } })}
    >
      <span className="block">{t('skip')}</span>
      <span className="block text-ink-3 text-meta">{t('skip_text')}</span>
    </Menu.Item>
  );
}
