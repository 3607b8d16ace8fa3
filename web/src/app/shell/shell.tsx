import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { leaveEndedSession } from '../../lib/api/ended-session.ts';
import { live, useLiveEvent } from '../../lib/api/live.ts';
import { refetchUser, userQuery } from '../../lib/api/session.ts';
import { useBranding } from '../../lib/branding.ts';
import { useJobs } from '../../lib/jobs.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { useTitleCount } from '../../lib/navigation/page-title.ts';
import { pb } from '../../lib/navigation/paths.ts';
import { setStorageOwner } from '../../lib/storage.ts';
import { useThrottled } from '../../lib/throttle.ts';
import { NoticePlace } from '../../ui/layout/notice-place.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { untilLoaded } from '../../ui/until-loaded.ts';
import { queryClient } from '../query-client.ts';
import { t } from '../texts.ts';
import { BottomBar } from './navigation/bottom-bar.tsx';
import { Sidebar } from './navigation/sidebar.tsx';
import { Notices } from './notices/notices.tsx';
import { Watchers } from './notices/watchers.tsx';
import classes from './shell.module.css';
import { ShellDialogs } from './shell-dialogs.tsx';

const JobsTray = lazyPart(() =>
  untilLoaded(() => import('./notices/jobs-tray.tsx')).then((file) => ({ default: file.JobsTray })),
);

/** The frame of every screen behind the sign-in. */
export function Shell() {
  const { data: user } = useQuery(userQuery);
  const go = useGo();
  const branding = useBranding();
  const userId = user?.id;
  const hasJobs = useJobs().length > 0;
  useEffect(() => {
    live.connect(
      userId,
      () => void queryClient.invalidateQueries(),
      // The session ended elsewhere, or another sign-in in this browser replaced it. The request finds out which.
      () => void refetchUser(queryClient),
    );
    return () => live.connect(undefined, () => {});
  }, [userId]);
  useEffect(() => {
    // The session ended elsewhere: nothing of it stays in memory.
    if (user === null) {
      queryClient.clear();
      const leave = () => go(pb.login({ ended: true }), { replace: true });
      leaveEndedSession(window.location.pathname + window.location.search).then(leave, leave);
    }
  }, [user, go]);
  useUserUpdates();
  useTitleCount(user?.unread_chats ?? 0);
  if (!user) return null;
  // Before anything below reads what this browser remembers.
  setStorageOwner(user.id, user.acting !== null);
  return (
    <div className="flex h-[100dvh] overflow-hidden bg-bg">
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <Sidebar user={user} branding={branding} />
      <div className={classes.page}>
        <NoticePlace notices={<Notices user={user} />}>
          <main id="content" tabIndex={-1} className="relative flex flex-1 flex-col min-h-0 overflow-auto outline-none">
            <Outlet />
          </main>
        </NoticePlace>
      </div>
      <BottomBar user={user} />
      <Watchers user={user} />
      {hasJobs ? (
        <Suspense fallback={null}>
          <JobsTray />
        </Suspense>
      ) : null}
      <ShellDialogs user={user} branding={branding} />
    </div>
  );
}

/** Events that change what the sidebar shows. */
function useUserUpdates() {
  const update = useThrottled(() => void refetchUser(queryClient), 1000);
  useLiveEvent('credits_added', ({ email_credits }) => {
    // Shown right away and refetched, because a response under way may still carry the old balance.
    queryClient.setQueryData(
      userQuery.queryKey,
      (known) => known && { ...known, organization: { ...known.organization, email_credits } },
    );
    update();
  });
  useLiveEvent('features_changed', update);
  useLiveEvent('webhooks_changed', update);
  useLiveEvent('account_connected', update);
  useLiveEvent('account_status', update);
  useLiveEvent('chat_message', update);
  useLiveEvent('chat_updated', update);
  useLiveEvent('chats_updated', update);
}
