import { TextInput } from '@mantine/core';
import { brandingEndpoints } from '@overture/contract/branding';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ProofSection } from './proof-section.tsx';
import { t } from './texts.ts';

/** The own sender of system mails, used once its domain allows it. */
export function MailSection() {
  const queries = useQueryClient();
  const options = queryOptions(brandingEndpoints.getBrandMail);
  const found = useQuery(options);
  const [typed, setTyped] = useState<string | null>(null);
  const onSuccess = (answer: NonNullable<typeof found.data>) => {
    queries.setQueryData(options.queryKey, answer);
    setTyped(null);
  };
  const check = useMutation({ ...mutationOptions(brandingEndpoints.checkBrandMail), onSuccess });
  const save = useMutation({
    ...mutationOptions(brandingEndpoints.setBrandMail),
    onSuccess: (answer) => {
      onSuccess(answer);
      // The first check makes the key, and with it the record to publish.
      if (answer.mail && answer.mail.checked_at === null) check.mutate({});
    },
  });
  const mail = found.data?.mail;
  return (
    <section aria-label={t('mail_section')} className="flex flex-col gap-3">
      <div>
        <h2 className="text-section font-semibold">{t('mail_section')}</h2>
        <p className="text-ink-3 text-table wrap-anywhere">
          {t('mail_text', { address: found.data?.installation_address ?? '' })}
        </p>
      </div>
      {queryFailure(found)}
      <Form className="flex items-end gap-2" onSubmit={() => save.mutate({ body: { address: (typed ?? '').trim() } })}>
        <TextInput
          className="flex-1 min-w-0"
          label={t('mail_address')}
          type="email"
          autoComplete="off"
          value={typed ?? mail?.address ?? ''}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <AppButton type="submit" disabled={typed === null} loading={save.isPending}>
          {t('mail_save')}
        </AppButton>
      </Form>
      <p role="status" className="text-red text-table empty:hidden">
        {save.error ? errorMessage(save.error, t('failed')) : null}
      </p>
      {mail ? (
        <ProofSection
          name={mail.address}
          proof={mail}
          isChecking={check.isPending}
          problem={check.error ? errorMessage(check.error, t('failed')) : undefined}
          onCheck={() => check.mutate({})}
        />
      ) : null}
    </section>
  );
}
