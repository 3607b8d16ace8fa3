import { CAMPAIGNS } from './campaigns.de.ts';
import { LEADS } from './leads.de.ts';
import { PROVIDERS } from './providers.de.ts';
import { RESEARCH } from './research.de.ts';
import { SENDING } from './sending.de.ts';
import { SETTINGS } from './settings.de.ts';

/** What the server says in English, in German: by the sentence itself, with `{name}` for its values (`text/known-sentences.ts`). */
export const ANSWERS_IN_GERMAN: Readonly<Record<string, string>> = {
  ...PROVIDERS,
  ...SENDING,
  ...LEADS,
  ...RESEARCH,
  ...SETTINGS,
  ...CAMPAIGNS,
};
