export { type Evidence, holdCitations, supportsNumber, supportsText } from './evidence.rules.ts';
export { addressesModel, type QuotedSource, quoteSources, withoutOrders } from './quoted-sources.rules.ts';
