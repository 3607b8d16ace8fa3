import { LoginForm } from '../features/auth/login-form.tsx';

export function LoginScreen() {
  return <LoginForm />;
}
