import { settingsMenu } from '@overture/domain/access/permissions';
import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { settingsLayoutClasses as classes, SettingsMenu } from '../../features/account/index.ts';
import { useUser } from '../../lib/api/session.ts';
import { pb } from '../../lib/navigation/paths.ts';

/** A page missing from the user's menu cannot be opened by its address either. */
export function SettingsScreen() {
  const user = useUser();
  const pathname = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  const isOpen =
    pathname === pb.settings() ||
    settingsMenu(user).some(({ path }) => path === pathname || pathname.startsWith(`${path}/`));
  if (!isOpen) return <Navigate to={pb.dashboard() as string} replace />;
  return (
    <div className={classes.layout}>
      <SettingsMenu />
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
