export {
  brandedHost,
  brandOfHost,
  findHostBrandId,
  findLinkHost,
  findServedHost,
  hostOfRequest,
  isInUse,
  isOwnAddress,
  linkHost,
  urlAt,
  urlOfRequest,
} from './brand-hosts.store.ts';
