export const LANGUAGES = ['en', 'nl', 'de', 'fr', 'es', 'it', 'pt', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'en';

export const LANGUAGE_LABELS: Record<Language, string> = {
  en: 'English',
  nl: 'Dutch',
  de: 'German',
  fr: 'French',
  es: 'Spanish',
  it: 'Italian',
  pt: 'Portuguese',
  ru: 'Russian',
};

export const TONES = ['professional', 'friendly', 'casual', 'formal', 'persuasive'] as const;
export type Tone = (typeof TONES)[number];
export const DEFAULT_TONE: Tone = 'professional';

export function isLanguage(code: string): code is Language {
  return (LANGUAGES as readonly string[]).includes(code);
}
