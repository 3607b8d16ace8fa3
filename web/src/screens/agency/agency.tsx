import { Outlet } from '@tanstack/react-router';
import { settingsLayoutClasses as classes } from '../../features/account/index.ts';
import { AgencyMenu } from '../../features/agency/index.ts';

/** The frame of the agency area: its pages beside their menu. */
export function AgencyScreen() {
  return (
    <div className={classes.layout}>
      <AgencyMenu />
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
