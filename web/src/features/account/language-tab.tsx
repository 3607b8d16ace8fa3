import { Select } from '@mantine/core';
import { chooseLanguage, LANGUAGES, shownLanguage } from '../../lib/language/language.ts';
import { t } from './texts.ts';

const options = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

/** The language of the interface in this browser. */
export function LanguageTab() {
  return (
    <section className="flex flex-col items-start gap-3 max-w-140 mt-6">
      <Select
        label={t('language_label')}
        data={options}
        value={shownLanguage}
        allowDeselect={false}
        onChange={(value) => value && chooseLanguage(value as keyof typeof LANGUAGES)}
        className="w-full max-w-70"
      />
      <p className="m-0 text-ink-3">{t('language_text')}</p>
    </section>
  );
}
