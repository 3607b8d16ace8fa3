import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { ContactLookup, ResearchSource } from '@overture/domain/money/credits';
import {
  IconBrandGoogle,
  IconBrandLinkedin,
  IconBriefcase,
  IconBuilding,
  IconCalendar,
  IconCoins,
  IconGauge,
  IconMail,
  IconNews,
  IconPhone,
  IconSparkles,
  IconStack2,
  IconStar,
  IconTarget,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';

const lookups: Record<ContactLookup, typeof IconMail> = {
  FIND_EMAIL: IconMail,
  FIND_PHONE: IconPhone,
  FIND_WEBSITE: IconWorld,
};

const sources: Record<ResearchSource, typeof IconMail> = {
  GOOGLE_SEARCH: IconBrandGoogle,
  COMPANY_WEBSITE: IconWorld,
  LINKEDIN_JOBS: IconBriefcase,
  GOOGLE_NEWS: IconNews,
  BUILT_WITH: IconStack2,
};

/** Names that built-in tasks give their glyph. */
const named: Readonly<Record<string, typeof IconMail>> = {
  building: IconBuilding,
  newspaper: IconNews,
  users: IconUsers,
  layers: IconStack2,
  target: IconTarget,
  briefcase: IconBriefcase,
  gauge: IconGauge,
  coins: IconCoins,
  calendar: IconCalendar,
  linkedin_profile: IconBrandLinkedin,
  reviews: IconStar,
};

/** The glyph of a task: that of its look-up, the one it names, or that of AI. */
export function TaskIcon({ prompt, size = 15 }: { prompt: EnrichmentPrompt; size?: number }) {
  const lookup = prompt.data_enrichment_type;
  const Icon = lookup ? lookups[lookup] : (prompt.icon !== null && named[prompt.icon]) || IconSparkles;
  return <Icon size={size} aria-hidden />;
}

export function SourceIcon({ source, size = 16 }: { source: ResearchSource; size?: number }) {
  const Icon = sources[source];
  return <Icon size={size} aria-hidden />;
}
