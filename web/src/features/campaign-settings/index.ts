export { LeadZoneOffer } from './lead-zone-switch.tsx';
export { windowWords } from './window-words.ts';
