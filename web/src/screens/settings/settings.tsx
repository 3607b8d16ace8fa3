import { Outlet } from '@tanstack/react-router';
import { SettingsMenu } from '../../features/account/settings-menu.tsx';
import classes from '../../features/account/settings-layout.module.css';

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
