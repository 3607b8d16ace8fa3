export { checkEmail, checkNewPassword } from './password-policy.service.ts';
