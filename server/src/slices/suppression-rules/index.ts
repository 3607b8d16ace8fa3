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
} from './left-alone.store.ts';
export { insertSuppressions } from './suppressions.store.ts';
