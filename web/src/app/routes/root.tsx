import type { User } from '@overture/contract/auth';
import type { Branding } from '@overture/contract/organization';
import { useQuery } from '@tanstack/react-query';
import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { userQuery } from '../../lib/api/session.ts';
import { type AppliedBrand, applyBrand, useBranding } from '../../lib/branding.ts';
import { pageName } from '../../lib/navigation/page-name.ts';
import { setPageTitle } from '../../lib/navigation/page-title.ts';

export const rootRoute = createRootRoute({
  component: RootPage,
});

/** The organization's own colors go before those of the host it is looked at through. */
function resolveBrand(user: User | null | undefined, branding: Branding | undefined): AppliedBrand | undefined {
  if (!user) return branding;
  const own = user.organization.branding_settings;
  return {
    primary_color: own.primary_color,
    button_color: own.button_color ?? own.primary_color,
    secondary_color: own.secondary_color,
    button_style: own.button_style,
    icon: own.icon ?? branding?.icon ?? null,
    company_display_name: own.company_display_name || branding?.company_display_name || '',
  };
}

function RootPage() {
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  const branding = useBranding();
  const brand = resolveBrand(user, branding);
  const key = JSON.stringify(brand);
  useEffect(() => {
    if (key) applyBrand(JSON.parse(key) as AppliedBrand);
  }, [key]);
  useFocusOnNewPage();
  const title = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  });
  useEffect(() => setPageTitle(title ? pageName(title) : ''), [title]);
  return <Outlet />;
}

/** After a change of page the focus moves to its heading, where keyboard and screen reader users continue. */
function useFocusOnNewPage() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const isFirst = useRef(true);
  useEffect(() => {
    if (pathname === undefined) return;
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const frame = requestAnimationFrame(() => {
      const active = document.activeElement;
      // A field that took the focus itself, or an open dialog, keeps it.
      if (
        active &&
        active !== document.body &&
        active.matches('input,textarea,[contenteditable="true"],[role="dialog"] *')
      )
        return;
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
