import type { IconUserCog } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import type { Path } from '../../lib/navigation/paths.ts';
import classes from './account.module.css';

export interface SideMenuItem {
  key: string;
  label: string;
  to: Path;
  icon: typeof IconUserCog;
}

interface SideMenuProps {
  /** What screen readers call it. */
  label: string;
  heading: string;
  items: readonly SideMenuItem[];
}

/** Left menu of an area with pages of its own (settings, agency). */
export function SideMenu({ label, heading, items }: SideMenuProps) {
  const menu = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  // On narrow screens the menu is a row that may be wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page marks another link.
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={menu} className={classes.menu} aria-label={label}>
      <p className={`${classes.heading} truncate`} title={heading}>
        {heading}
      </p>
      {items.map(({ key, label: text, to, icon: Icon }) => (
        <AppLink key={key} to={to} className={classes.link}>
          <Icon size={17} stroke={1.6} aria-hidden />
          {text}
        </AppLink>
      ))}
    </nav>
  );
}
