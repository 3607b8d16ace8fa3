export { SsoRow } from './sso-row.tsx';
