import type { EnrichmentPrompt } from '@overture/contract/enrichment';
import type { ContactLookup, ResearchSource } from '@overture/domain/credits';
import {
  IconBrandGoogle,
  IconBriefcase,
  IconMail,
  IconNews,
  IconPhone,
  IconSparkles,
  IconStack2,
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

/** The glyph of a task: that of its look-up, of the source it is named after, or of AI. */
export function TaskIcon({ prompt, size = 15 }: { prompt: EnrichmentPrompt; size?: number }) {
  const source = prompt.icon as ResearchSource | null;
  const Icon =
    (prompt.data_enrichment_type && lookups[prompt.data_enrichment_type]) ??
    (source !== null && Object.hasOwn(sources, source) ? sources[source] : IconSparkles);
  return <Icon size={size} aria-hidden />;
}

/** The glyph of an information source. */
export function SourceIcon({ source, size = 16 }: { source: ResearchSource; size?: number }) {
  const Icon = sources[source];
  return <Icon size={size} aria-hidden />;
}
