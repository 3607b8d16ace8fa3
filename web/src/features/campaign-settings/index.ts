export { LeadZoneOffer } from './lead-zone-switch.tsx';
export { hoursWords, isUnusual } from './window-words.ts';
