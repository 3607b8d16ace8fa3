export { ConnectPage } from './connect-page.tsx';
export { ConsentReturn } from './consent-return.tsx';
