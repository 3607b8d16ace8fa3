import { useLiveEvent } from '../../lib/api/live.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

/** Milliseconds a notice stays: the user is busy with something else. */
const duration = 10_000;

/** Shows a toast on every screen when an assistant asks for an approval. */
export function ApprovalsWatcher(): null {
  const go = useGo();
  useLiveEvent('approvals_changed', ({ is_waiting }) => {
    if (!is_waiting) return;
    toast.info(t('notice'), { duration, action: { label: t('notice_open'), onSelect: () => go(pb.approvals()) } });
  });
  return null;
}
