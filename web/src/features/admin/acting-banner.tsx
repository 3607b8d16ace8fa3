import { actingEndpoints } from '@overture/contract/acting';
import type { User } from '@overture/contract/auth';
import { IconUserShare } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { homeAfterActing } from '../../lib/api/own-session.ts';
import { formatTime } from '../../lib/format.ts';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** Shown above every screen during impersonation. */
export function ActingBanner({ user }: { user: User }) {
  const end = useMutation({
    ...mutationOptions(actingEndpoints.endActing),
    // Everything cached belongs to the other user, so the page reloads.
    onSuccess: ({ data }) => window.location.assign(data ? homeAfterActing(data) : pb.login()),
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  if (!user.acting) return null;
  const { actor_name: actor, ends_at, is_workspace } = user.acting;
  const time = formatTime(ends_at);
  return (
    <section
      className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 px-4 bg-amber-soft text-amber"
      aria-label={t('acting_label')}
    >
      <IconUserShare size={18} aria-hidden className="flex-none" />
      <p className="flex-[1_1_16rem]">
        {is_workspace
          ? t('acting_in', { actor, client: user.organization.name, time })
          : t('acting', { actor, name: user.name, time })}
      </p>
      <AppButton loading={end.isPending} onClick={() => end.mutate({})}>
        {t('end')}
      </AppButton>
    </section>
  );
}
