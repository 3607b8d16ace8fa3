import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { privateRoute } from './private-route.tsx';
import { idParam, textParam } from './search-params.ts';

const senders = createRoute({
  getParentRoute: () => privateRoute,
  path: '/senders',
  staticData: { title: 'Sender accounts' },
  validateSearch: (search) => ({
    linkStatus: textParam(search, 'linkStatus'),
    account_id: idParam(search, 'account_id'),
    settings: idParam(search, 'settings'),
  }),
  component: lazyRouteComponent(() => import('../../screens/senders.tsx'), 'SendersScreen'),
});

const connectEmail = createRoute({
  getParentRoute: () => privateRoute,
  path: '/connect-email',
  staticData: { title: 'Connect a mailbox' },
  validateSearch: (search) => ({ account_id: idParam(search, 'account_id') }),
  component: lazyRouteComponent(() => import('../../features/connect-mailbox/connect-page.tsx'), 'ConnectEmailScreen'),
});

/** Where Google and Microsoft send people back to; the address is registered with them. */
const connectCallback = createRoute({
  getParentRoute: () => privateRoute,
  path: '/connect-email/callback',
  staticData: { title: 'Connect a mailbox' },
  validateSearch: (search) => ({
    state: textParam(search, 'state'),
    code: textParam(search, 'code'),
    error: textParam(search, 'error'),
    error_description: textParam(search, 'error_description'),
  }),
  component: lazyRouteComponent(
    () => import('../../features/connect-mailbox/consent-return.tsx'),
    'ConnectCallbackScreen',
  ),
});

const linkedinTasks = createRoute({
  getParentRoute: () => privateRoute,
  path: '/linkedin-by-hand',
  staticData: { title: 'LinkedIn by hand' },
  component: lazyRouteComponent(
    () => import('../../features/linkedin-tasks/linkedin-tasks-page.tsx'),
    'LinkedinTasksPage',
  ),
});

const deliverability = createRoute({
  getParentRoute: () => privateRoute,
  path: '/deliverability',
  staticData: { title: 'Deliverability' },
  component: lazyRouteComponent(
    () => import('../../features/deliverability/deliverability-page.tsx'),
    'DeliverabilityPage',
  ),
});

const placement = createRoute({
  getParentRoute: () => privateRoute,
  path: '/deliverability/placement',
  staticData: { title: 'Placement' },
  component: lazyRouteComponent(
    () => import('../../features/deliverability/placement/placement-page.tsx'),
    'PlacementPage',
  ),
});

export const senderRoutes = [senders, deliverability, placement, connectEmail, connectCallback, linkedinTasks];
