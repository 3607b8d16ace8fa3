import { LANGUAGE_LABELS, type Language } from '@overture/domain/message/languages';
import { cutText } from '@overture/domain/text/text-bounds';

/** Enough to detect a language, and little enough to be fast. */
const MOST_READ = 2_000;
const LEAST_READ = 12;

let loading: Promise<typeof import('eld/small')> | undefined;

/**
 * The language of a writer, by the name the model gets ('Dutch'); null if it cannot be detected.
 * @param texts what they wrote, newest first
 */
export async function detectLanguage(texts: readonly string[]): Promise<{ code: string; name: string } | null> {
  const text = cutText(texts.join('\n'), MOST_READ);
  if (text.trim().length < LEAST_READ) return null;
  // Half a megabyte of letters: read when the first reply is written.
  loading ??= import('eld/small');
  const { eld } = await loading;
  const { language } = eld.detect(text);
  if (language === '') return null;
  const name = LANGUAGE_LABELS[language as Language] ?? new Intl.DisplayNames('en', { type: 'language' }).of(language);
  return name === undefined ? null : { code: language, name };
}
