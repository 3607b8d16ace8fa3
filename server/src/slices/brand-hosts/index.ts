export {
  brandedHost,
  brandOfHost,
  findHostBrandId,
  findLinkHost,
  findServedHost,
  hostOfRequest,
  isInUse,
  linkHost,
  urlAt,
  urlOfRequest,
} from './brand-hosts.store.ts';
