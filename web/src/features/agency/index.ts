export { AgencyMenu } from './agency-menu.tsx';
