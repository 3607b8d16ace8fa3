import { Outlet } from '@tanstack/react-router';
import classes from '../../features/account/settings-layout.module.css';
import { SettingsMenu } from '../../features/account/settings-menu.tsx';

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
