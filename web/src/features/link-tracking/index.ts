export { CampaignLinks } from './campaign-links.tsx';
export { ClickTrackingSwitch } from './click-tracking-switch.tsx';
export { LeadClicks } from './lead-clicks.tsx';
export { LinkChoice } from './link-choice.tsx';
export { TrackingDomains } from './tracking-domains.tsx';
