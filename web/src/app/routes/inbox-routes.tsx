import { createRoute } from '@tanstack/react-router';
import { pageOf } from '../page-of.ts';
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
  component: pageOf(() => import('../../screens/inbox.tsx'), 'InboxScreen'),
});
