import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { type ComponentPropsWithRef, useCallback } from 'react';
import type { Path } from './paths.ts';

interface AppLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: Path;
  /** Loads the screen's code when the pointer rests on the link. */
  preload?: 'intent' | false;
  /** `aria-current` only for this very address, not for those below it. */
  exact?: boolean;
}

/** A link inside the application. Addresses come from `pb`. */
export function AppLink({ to, preload = 'intent', exact = false, ...rest }: AppLinkProps) {
  const [pathname, query] = to.split('?');
  return (
    <Link
      {...rest}
      to={pathname as string}
      search={query ? Object.fromEntries(new URLSearchParams(query)) : {}}
      preload={preload}
      activeOptions={{ exact, includeSearch: false }}
    />
  );
}

/** Goes to an address made by `pb`: `go(pb.campaign(3))`. */
export function useGo(): (to: Path, options?: { replace?: boolean }) => void {
  const { history } = useRouter();
  return useCallback((to, options) => (options?.replace ? history.replace(to) : history.push(to)), [history]);
}

/** Path of the screen that is shown, without its query. */
export function usePathname(): string {
  return useLocation({ select: ({ pathname }) => pathname });
}
