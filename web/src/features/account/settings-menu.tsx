import { IconSignature, IconUserCog } from '@tabler/icons-react';
import { AppLink } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import classes from './settings-layout.module.css';
import { t } from './texts.ts';

/** Left menu of the settings, in the specification's order; shown are the pages that exist (core-platform 2.11). */
export function SettingsMenu() {
  const items = [
    { to: pb.signatures(), label: t('signatures'), icon: IconSignature },
    { to: pb.account(), label: t('account'), icon: IconUserCog },
  ];
  return (
    <nav className={classes.menu} aria-label={t('settings')}>
      <p className={classes.heading}>{t('settings')}</p>
      {items.map(({ to, label, icon: Icon }) => (
        <AppLink key={to} to={to} className={classes.link}>
          <Icon size={17} stroke={1.6} aria-hidden />
          {label}
        </AppLink>
      ))}
    </nav>
  );
}
