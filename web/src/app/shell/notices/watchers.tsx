import type { User } from '@overture/contract/auth';
import { canUseIntegrations } from '@overture/domain/access/permissions';
import { useIsFetching } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { loadOverlays } from '../../../ui/overlays/overlay.tsx';
import { untilLoaded } from '../../../ui/until-loaded.ts';

// Nothing on screen needs them, so they load after the page.
const ImportWatcher = lazyPart(async () => {
  const file = await untilLoaded(() => import('../../../features/csv-import/progress/import-watcher.tsx'));
  return { default: file.ImportWatcher };
});
const GuardWatcher = lazyPart(async () => {
  const file = await untilLoaded(() => import('../../../features/guard/guard-watcher.tsx'));
  return { default: file.GuardWatcher };
});
const PushWatcher = lazyPart(async () => {
  const file = await untilLoaded(() => import('../../../features/integrations/push-watcher.tsx'));
  return { default: file.PushWatcher };
});
const ResearchWatcher = lazyPart(async () => {
  const file = await untilLoaded(() => import('../../../features/research-tasks/runs/research-watcher.tsx'));
  return { default: file.ResearchWatcher };
});
const InboxNotices = lazyPart(async () => {
  const file = await untilLoaded(() => import('../../../features/chats/changes/inbox-notices.tsx'));
  return { default: file.InboxNotices };
});
const ApprovalsWatcher = lazyPart(async () => {
  const file = await untilLoaded(() => import('../../../features/approvals/approvals-watcher.tsx'));
  return { default: file.ApprovalsWatcher };
});

/** Milliseconds without a question to the server after which a page counts as standing. */
const quietMs = 300;

/** Long jobs that no screen shows go into the tray; what watches them is asked for last. */
export function Watchers({ user }: { user: User }) {
  const stands = usePageStands();
  useEffect(() => {
    // One that fails to come is asked for again by what opens.
    if (stands) loadOverlays().catch(() => undefined);
  }, [stands]);
  const flags = user.organization.branding_settings;
  if (!stands) return null;
  const wanted = {
    InboxNotices,
    ApprovalsWatcher,
    GuardWatcher,
    ...(flags.lead_lists_enabled ? { ImportWatcher } : {}),
    ...(flags.ai_research_enabled ? { ResearchWatcher } : {}),
    ...(canUseIntegrations(user) ? { PushWatcher } : {}),
  };
  // None waits for another one's file.
  return Object.entries(wanted).map(([name, Watcher]) => (
    <Suspense key={name} fallback={null}>
      <Watcher />
    </Suspense>
  ));
}

/** True from the first quiet moment on. */
function usePageStands(): boolean {
  const isFetching = useIsFetching() > 0;
  const [stands, setStands] = useState(false);
  useEffect(() => {
    if (isFetching || stands) return;
    const timer = setTimeout(() => setStands(true), quietMs);
    return () => clearTimeout(timer);
  }, [isFetching, stands]);
  return stands;
}
