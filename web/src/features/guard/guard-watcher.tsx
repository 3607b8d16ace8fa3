import { useLiveEvent } from '../../lib/api/live.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** Says on every screen that mails were paused in this moment. */
export function GuardWatcher() {
  const go = useGo();
  useLiveEvent('guard_changed', ({ is_new_pause }) => {
    if (is_new_pause)
      toast.error(t('toast'), { action: { label: t('toast_action'), onSelect: () => go(pb.senders()) } });
  });
  return null;
}
