import { createRoute, redirect } from '@tanstack/react-router';
import { pageOf } from '../page-of.ts';
import { activity, exportsPage, goals, today } from './activity-routes.tsx';
import { adminRoutes } from './admin-routes.tsx';
import { agencyRoutes } from './agency-routes.tsx';
import { campaignsRoutes } from './campaigns-routes.tsx';
import { inbox } from './inbox-routes.tsx';
import { laterPage } from './later-page.ts';
import { privateRoute } from './private-route.tsx';
import { publicRoutes } from './public-routes.tsx';
import { rootRoute } from './root.tsx';
import { flagParam } from './search-params.ts';
import { searchesRoutes } from './searches-routes.tsx';
import { senderRoutes } from './sender-routes.tsx';
import { settingsRoutes } from './settings-routes.tsx';

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' as string, replace: true });
  },
});

const dashboard = createRoute({
  getParentRoute: () => privateRoute,
  path: '/dashboard',
  staticData: { title: 'Dashboard' },
  validateSearch: (search) => ({ onboarding: flagParam(search, 'onboarding'), upgrade: flagParam(search, 'upgrade') }),
  component: pageOf(() => import('../../screens/dashboard.tsx'), 'DashboardScreen'),
});

const paymentSuccess = createRoute({
  getParentRoute: () => privateRoute,
  path: '/payment-success',
  staticData: { title: 'Payment' },
  component: laterPage('PaymentSuccess'),
});

/** Any unknown path, below a known one too, goes to the dashboard (the specification's rule). */
const unknownPath = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard' as string, replace: true });
  },
});

export const routeTree = rootRoute.addChildren([
  home,
  publicRoutes,
  privateRoute.addChildren([
    dashboard,
    paymentSuccess,
    activity,
    today,
    goals,
    exportsPage,
    ...campaignsRoutes,
    ...searchesRoutes,
    inbox,
    ...senderRoutes,
    settingsRoutes,
    agencyRoutes,
    ...adminRoutes,
  ]),
  unknownPath,
]);
