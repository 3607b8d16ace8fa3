import { Outlet } from '@tanstack/react-router';
import { SettingsMenu } from '../../features/account/settings-menu.tsx';
import classes from './settings.module.css';

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
