export { EmailFields } from './email-fields.tsx';
