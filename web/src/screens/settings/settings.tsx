import { Outlet } from '@tanstack/react-router';
import { settingsLayoutClasses as classes, SettingsMenu } from '../../features/account/index.ts';

export function SettingsScreen() {
  return (
    <div className={classes.layout}>
      <SettingsMenu />
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}
