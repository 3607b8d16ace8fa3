export { armFailpoints, failpoint, failpointSoon } from './failpoints.service.ts';
