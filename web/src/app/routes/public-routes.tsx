import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { leaveUnlessReturning, leaveWhenSignedIn, loadUser, requireAnybody } from './guards.ts';
import { rootRoute } from './root.tsx';
import { flagParam, textParam } from './search-params.ts';

/** Screens without a session, behind the loading guard. */
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
  staticData: { title: 'Log in' },
  // What other providers lead back with.
  validateSearch: (search) => ({
    code: textParam(search, 'code'),
    state: textParam(search, 'state'),
    error: textParam(search, 'error'),
    sso: textParam(search, 'sso'),
  }),
  beforeLoad: leaveUnlessReturning,
  component: lazyRouteComponent(() => import('../../screens/login.tsx'), 'LoginScreen'),
});

const register = createRoute({
  ...parent,
  path: '/register',
  staticData: { title: 'Sign up' },
  validateSearch: (search) => ({ referral: textParam(search, 'referral') }),
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('../../screens/register.tsx'), 'RegisterScreen'),
});

const verifyEmail = createRoute({
  ...parent,
  path: '/verify-email',
  staticData: { title: 'Check your email' },
  validateSearch: (search) => ({
    email: textParam(search, 'email'),
    again: flagParam(search, 'again'),
    slow: flagParam(search, 'slow'),
  }),
  beforeLoad: leaveWhenSignedIn,
  component: lazyRouteComponent(() => import('../../screens/verify-email.tsx'), 'VerifyEmailScreen'),
});

const forgotPassword = createRoute({
  ...parent,
  path: '/forgot-password',
  staticData: { title: 'Reset your password' },
  component: lazyRouteComponent(() => import('../../screens/forgot-password.tsx'), 'ForgotPasswordScreen'),
});

const createPassword = createRoute({
  ...parent,
  path: '/create-password',
  staticData: { title: 'Choose a new password' },
  validateSearch: (search) => ({ code: textParam(search, 'code'), resetting: flagParam(search, 'resetting') }),
  component: lazyRouteComponent(() => import('../../screens/create-password.tsx'), 'CreatePasswordScreen'),
});

const confirmEmail = createRoute({
  ...parent,
  path: '/confirm-email',
  staticData: { title: 'Confirm your new email' },
  validateSearch: (search) => ({ code: textParam(search, 'code') }),
  component: lazyRouteComponent(() => import('../../screens/confirm-email.tsx'), 'ConfirmEmailScreen'),
});

const undoEmailChange = createRoute({
  ...parent,
  path: '/undo-email-change',
  staticData: { title: 'Undo a change of email' },
  validateSearch: (search) => ({ code: textParam(search, 'code') }),
  component: lazyRouteComponent(() => import('../../screens/undo-email-change.tsx'), 'UndoEmailChangeScreen'),
});

const undoFactor = createRoute({
  ...parent,
  path: '/undo-factor',
  staticData: { title: 'Undo a change to your account' },
  validateSearch: (search) => ({ code: textParam(search, 'code') }),
  component: lazyRouteComponent(() => import('../../screens/undo-factor.tsx'), 'UndoFactorScreen'),
});

const logout = createRoute({
  ...parent,
  path: '/logout',
  component: lazyRouteComponent(() => import('../../screens/logout.tsx'), 'LogoutScreen'),
});

const secondFactor = createRoute({
  ...parent,
  path: '/second-factor',
  staticData: { title: 'Second factor' },
  beforeLoad: requireAnybody,
  component: lazyRouteComponent(() => import('../../screens/second-factor.tsx'), 'SecondFactorScreen'),
});

export const publicRoutes = publicRoute.addChildren([
  login,
  register,
  verifyEmail,
  forgotPassword,
  createPassword,
  confirmEmail,
  undoEmailChange,
  undoFactor,
  logout,
  secondFactor,
]);
