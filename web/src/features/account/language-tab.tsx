import { Select } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { INTERFACE_LANGUAGES } from '@overture/domain/text/interface-languages';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { browserLanguage, LANGUAGES, showChosenLanguage } from '../../lib/language/language.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

const BROWSER = 'browser';

/** The language of the interface for this person, in every browser. */
export function LanguageTab() {
  const { language } = useUser();
  const choices = [
    { value: BROWSER, label: t('language_of_browser', { language: LANGUAGES[browserLanguage()] }) },
    ...INTERFACE_LANGUAGES.map((value) => ({ value, label: LANGUAGES[value] })),
  ];
  const change = useMutation({
    ...mutationOptions(authEndpoints.changeLanguage),
    onSuccess: (_, { body }) => showChosenLanguage(body.language),
    onError: (error) => toast.error(errorMessage(error, t('failed_language'))),
  });
  const choose = (value: string | null) =>
    change.mutate({ body: { language: INTERFACE_LANGUAGES.find((one) => one === value) ?? null } });
  return (
    <section className="flex flex-col items-start gap-3 max-w-140 mt-6">
      <Select
        label={t('language')}
        data={choices}
        value={language ?? BROWSER}
        allowDeselect={false}
        disabled={change.isPending}
        onChange={choose}
        className="w-full max-w-70"
      />
      <p className="m-0 text-ink-3">{t('language_text')}</p>
    </section>
  );
}
