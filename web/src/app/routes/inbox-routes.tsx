import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { privateRoute } from './private-route.tsx';
import { idParam } from './search-params.ts';

export const inbox = createRoute({
  getParentRoute: () => privateRoute,
  path: '/inbox',
  staticData: { title: 'Unified inbox' },
  validateSearch: (search) => ({
    chat: idParam(search, 'chat'),
    tab: search.tab === 'boards' ? ('boards' as const) : undefined,
    board: idParam(search, 'board'),
  }),
  component: lazyRouteComponent(() => import('../../screens/inbox.tsx'), 'InboxScreen'),
});
