import { ForgotPasswordForm } from '../features/auth/index.ts';

export function ForgotPasswordScreen() {
  return <ForgotPasswordForm />;
}
