import { LoginForm } from '../features/auth/index.ts';

export function LoginScreen() {
  return <LoginForm />;
}
