import { createRoute } from '@tanstack/react-router';
import { pageOf } from '../page-of.ts';
import { laterPage } from './later-page.ts';
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
  component: pageOf(() => import('../../screens/senders.tsx'), 'SendersScreen'),
});

const connectEmail = createRoute({
  getParentRoute: () => privateRoute,
  path: '/connect-email',
  staticData: { title: 'Connect a mailbox' },
  validateSearch: (search) => ({ account_id: idParam(search, 'account_id') }),
  component: laterPage('ConnectEmailScreen'),
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
  component: laterPage('ConnectCallbackScreen'),
});

const linkedinTasks = createRoute({
  getParentRoute: () => privateRoute,
  path: '/linkedin-by-hand',
  staticData: { title: 'LinkedIn by hand' },
  component: laterPage('LinkedinTasksPage'),
});

const deliverability = createRoute({
  getParentRoute: () => privateRoute,
  path: '/deliverability',
  staticData: { title: 'Deliverability' },
  component: laterPage('DeliverabilityPage'),
});

const placement = createRoute({
  getParentRoute: () => privateRoute,
  path: '/deliverability/placement',
  staticData: { title: 'Placement' },
  component: laterPage('PlacementPage'),
});

export const senderRoutes = [senders, deliverability, placement, connectEmail, connectCallback, linkedinTasks];
