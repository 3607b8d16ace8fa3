export { CreatePasswordForm } from './create-password-form.tsx';
export { EmailLinkForm } from './email-link-form.tsx';
export { ForgotPasswordForm } from './forgot-password-form.tsx';
export { RegisterForm } from './register-form.tsx';
export { LoginForm } from './sign-in/login-form.tsx';
export { t as authTexts } from './texts.ts';
export { useFromAddress } from './use-from-address.ts';
export { VerifyEmailForm } from './verify-email-form.tsx';
