import { type SettingsPage, settingsMenu } from '@overture/domain/access/permissions';
import {
  IconBan,
  IconBook2,
  IconCreditCard,
  IconShieldLock,
  IconSignature,
  IconUserCog,
  IconUsers,
} from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { type Path, pb } from '../../lib/navigation/paths.ts';
import classes from './account.module.css';
import { t } from './texts.ts';

/** Pages of the settings that exist; a page joins the menu the moment it works. */
const pages: Partial<Record<SettingsPage, { to: Path; icon: typeof IconUserCog }>> = {
  members: { to: pb.members(), icon: IconUsers },
  'knowledge-base': { to: pb.knowledgeBase(), icon: IconBook2 },
  signatures: { to: pb.signatures(), icon: IconSignature },
  'excluded-domains': { to: pb.excludedDomains(), icon: IconBan },
  billing: { to: pb.billing(), icon: IconCreditCard },
  security: { to: pb.security(), icon: IconShieldLock },
  account: { to: pb.account(), icon: IconUserCog },
};

/** Left menu of the settings for who is looking, in the specification's order. */
export function SettingsMenu() {
  const user = useUser();
  const menu = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // On narrow screens the menu is a row that may be wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page of the settings marks another link.
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={menu} className={classes.menu} aria-label={t('settings')}>
      <p className={classes.heading}>{t('settings')}</p>
      {settingsMenu(user).map(({ key, label }) => {
        const page = pages[key];
        if (!page) return null;
        const Icon = page.icon;
        return (
          <AppLink key={key} to={page.to} className={classes.link}>
            <Icon size={17} stroke={1.6} aria-hidden />
            {label}
          </AppLink>
        );
      })}
    </nav>
  );
}
