import { createRoute } from '@tanstack/react-router';
import { pageOf } from '../page-of.ts';
import { leaveUnlessReturning, leaveWhenSignedIn, loadUser, requireSignedIn, requireUser } from './guards.ts';
import { laterPage } from './later-page.ts';
import { rootRoute } from './root.tsx';
import { flagParam, textParam } from './search-params.ts';

/** Screens without a session, behind the loading guard. */
const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  beforeLoad: loadUser,
  component: pageOf(() => import('../../features/auth/auth-layout.tsx'), 'AuthLayout'),
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
    ended: flagParam(search, 'ended'),
  }),
  beforeLoad: leaveUnlessReturning,
  component: pageOf(() => import('../../features/auth/sign-in/login-form.tsx'), 'LoginScreen'),
});

const register = createRoute({
  ...parent,
  path: '/register',
  staticData: { title: 'Sign up' },
  validateSearch: (search) => ({ referral: textParam(search, 'referral') }),
  beforeLoad: leaveWhenSignedIn,
  component: laterPage('RegisterScreen'),
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
  component: laterPage('VerifyEmailScreen'),
});

const forgotPassword = createRoute({
  ...parent,
  path: '/forgot-password',
  staticData: { title: 'Reset your password' },
  component: laterPage('ForgotPasswordForm'),
});

const createPassword = createRoute({
  ...parent,
  path: '/create-password',
  staticData: { title: 'Choose a new password' },
  validateSearch: (search) => ({ code: textParam(search, 'code'), resetting: flagParam(search, 'resetting') }),
  component: laterPage('CreatePasswordScreen'),
});

/** Links of mails about the account: a page with one button each. */
const emailLink = <Path extends string>(path: Path, title: string) =>
  createRoute({
    ...parent,
    path,
    staticData: { title },
    validateSearch: (search) => ({ code: textParam(search, 'code') }),
    component: laterPage('EmailLinkScreen'),
  });
const confirmEmail = emailLink('/confirm-email', 'Confirm your new email');
const undoEmailChange = emailLink('/undo-email-change', 'Undo a change of email');
const undoFactor = emailLink('/undo-factor', 'Undo a change to your account');

const logout = createRoute({
  ...parent,
  path: '/logout',
  component: laterPage('LogoutScreen'),
});

/** Where an app sends a person who is to connect it. Its parameters are of OAuth, and are checked by the server. */
const consent = createRoute({
  ...parent,
  path: '/oauth/authorize',
  staticData: { title: 'Connect an app' },
  beforeLoad: requireUser,
  component: laterPage('ConsentPage'),
});

const secondFactor = createRoute({
  ...parent,
  path: '/second-factor',
  staticData: { title: 'Second factor' },
  beforeLoad: requireSignedIn,
  component: laterPage('SecondFactorScreen'),
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
  consent,
  secondFactor,
]);
