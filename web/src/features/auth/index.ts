export { CreatePasswordForm } from './create-password-form.tsx';
export { EmailLinkForm } from './email-link-form.tsx';
export { ForgotPasswordForm } from './forgot-password-form.tsx';
export { LoginForm } from './login-form.tsx';
export { RegisterForm } from './register-form.tsx';
export { t as authTexts } from './texts.ts';
export { useFirst } from './use-first.ts';
export { VerifyEmailForm } from './verify-email-form.tsx';
