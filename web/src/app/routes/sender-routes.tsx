import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { privateRoute } from './private-route.tsx';
import { idParam, textParam } from './search-params.ts';

const senders = createRoute({
  getParentRoute: () => privateRoute,
  path: '/senders',
  validateSearch: (search) => ({
    linkStatus: textParam(search, 'linkStatus'),
    settings: idParam(search, 'settings'),
  }),
  component: lazyRouteComponent(() => import('../../screens/senders.tsx'), 'SendersScreen'),
});

const connectEmail = createRoute({
  getParentRoute: () => privateRoute,
  path: '/connect-email',
  validateSearch: (search) => ({ account_id: idParam(search, 'account_id') }),
  component: lazyRouteComponent(() => import('../../screens/connect-email.tsx'), 'ConnectEmailScreen'),
});

export const senderRoutes = [senders, connectEmail];
