export { EmailFields } from './email-fields.tsx';
export { MembersPage } from './members-page.tsx';
