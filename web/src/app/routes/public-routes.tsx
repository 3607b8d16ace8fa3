import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { leaveWhenSignedIn, loadUser } from './guards.ts';
import { rootRoute } from './root.tsx';
import { flagParam, textParam } from './search-params.ts';

/** Screens without a session, behind the loading guard (core-platform 2.1). */
const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  beforeLoad: loadUser,
  component: lazyRouteComponent(() => import('../../features/auth/auth-layout.tsx'), 'AuthLayout'),
});

const parent = { getParentRoute: () => publicRoute };

const login = createRoute({
  ...parent,
  path: '/login',
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('../../screens/login.tsx'), 'LoginScreen'),
});

const register = createRoute({
  ...parent,
  path: '/register',
  validateSearch: (search) => ({ referral: textParam(search, 'referral') }),
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('../../screens/register.tsx'), 'RegisterScreen'),
});

const verifyEmail = createRoute({
  ...parent,
  path: '/verify-email',
  validateSearch: (search) => ({ email: textParam(search, 'email') }),
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('../../screens/verify-email.tsx'), 'VerifyEmailScreen'),
});

const forgotPassword = createRoute({
  ...parent,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../../screens/forgot-password.tsx'), 'ForgotPasswordScreen'),
});

const createPassword = createRoute({
  ...parent,
  path: '/create-password',
  validateSearch: (search) => ({ code: textParam(search, 'code'), resetting: flagParam(search, 'resetting') }),
  component: lazyRouteComponent(() => import('../../screens/create-password.tsx'), 'CreatePasswordScreen'),
});

const logout = createRoute({
  ...parent,
  path: '/logout',
  component: lazyRouteComponent(() => import('../../screens/logout.tsx'), 'LogoutScreen'),
});

export const publicRoutes = publicRoute.addChildren([
  login,
  register,
  verifyEmail,
  forgotPassword,
  createPassword,
  logout,
]);
