export { ExcludedDomainsPage } from './domains-page.tsx';
