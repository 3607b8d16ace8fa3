import { ForgotPasswordForm } from '../features/auth/forgot-password-form.tsx';

export function ForgotPasswordScreen() {
  return <ForgotPasswordForm />;
}
