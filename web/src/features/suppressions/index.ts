export { SuppressionsPage } from './suppressions-page.tsx';
