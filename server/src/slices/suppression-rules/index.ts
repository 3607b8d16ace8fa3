export {
  channelSuppressedBecause,
  isAddress,
  isChannelSuppressed,
  isErased,
  isKeptOut,
  isSuppressed,
  listSuppressed,
  type Reach,
  reachOfEmail,
  reachOfLead,
  suppressedBecause,
} from './suppressed.store.ts';
export { insertImportedKeys, insertSuppressions, removeImported, removeImportedKeys } from './suppressions.store.ts';
