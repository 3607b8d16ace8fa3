export { CampaignLinks } from './campaign-links.tsx';
export { LeadClicks } from './lead-clicks.tsx';
export { LinkChoice } from './link-choice.tsx';
export { TrackingDomains } from './tracking-domains.tsx';
export { TrackingSwitches } from './tracking-switches.tsx';
