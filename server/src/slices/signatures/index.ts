export { signaturesRoutes } from './signatures.routes.ts';
export { listSignatures } from './signatures.store.ts';
