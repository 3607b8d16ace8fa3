export { findSealedConnection } from './mailbox-connections.store.ts';
export {
  getStoredConnection,
  openSealedConnection,
  parseConnection,
  type StoredConnection,
  sealConnection,
  sealPurpose,
} from './sealed-connection.service.ts';
export { openConnection } from './tokens.service.ts';
