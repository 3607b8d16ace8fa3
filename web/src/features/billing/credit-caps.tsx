import { creditCapsEndpoints, type PersonCap } from '@overture/contract/credit-caps';
import { CREDIT_CAP_MAX } from '@overture/domain/money/credits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { AmountInput } from '../../ui/inputs/amount-input.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

const formId = 'credit-cap';

/** What each person used this month, and their caps. */
export function CreditCaps() {
  const query = useQuery(queryOptions(creditCapsEndpoints.listCreditCaps));
  const [opened, setOpened] = useState<PersonCap | null>(null);
  const { people, time_zone, organization } = query.data ?? {};
  return (
    <section aria-label={t('caps')} className="flex flex-col gap-3 flex-none px-gutter pt-6">
      <h2 className="text-section">{t('caps')}</h2>
      {time_zone === undefined ? null : (
        <p className="max-w-[680px] m-0 text-ink-3 text-table">{t('caps_text', { zone: time_zone })}</p>
      )}
      {organization && organization.cap !== null ? (
        <p className="m-0 text-table">
          {t('cap_of_client', { used: formatNumber(organization.used), cap: formatNumber(organization.cap) })}
        </p>
      ) : null}
      {queryFailure(query, { compact: true })}
      {query.isPending ? <Skeleton width={320} /> : null}
      {people && people.length > 0 ? (
        <ul className="max-w-[680px] m-0 p-0 border border-line rounded-card list-none overflow-hidden">
          {people.map((person) => (
            <li key={person.user_id} className="flex items-center gap-3 py-2 px-4 border-b border-line last:border-b-0">
              <span className="flex-1 min-w-0 truncate">{person.name}</span>
              <span className="text-ink-2 text-table number">{usedWords(person)}</span>
              <AppButton
                kind="quiet"
                aria-label={t(person.cap === null ? 'cap_set_of' : 'cap_change_of', { name: person.name })}
                onClick={() => setOpened(person)}
              >
                {t(person.cap === null ? 'cap_set' : 'cap_change')}
              </AppButton>
            </li>
          ))}
        </ul>
      ) : null}
      {opened ? <CapDialog person={opened} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}

const usedWords = ({ used, cap }: PersonCap): string =>
  cap === null
    ? t('cap_none', { used: formatNumber(used) })
    : t('cap_used', { used: formatNumber(used), cap: formatNumber(cap) });

function CapDialog({ person, onClose }: { person: PersonCap; onClose: () => void }) {
  const [credits, setCredits] = useState(person.cap ?? 500);
  const save = useMutation({
    ...mutationOptions(creditCapsEndpoints.setCreditCap),
    onSuccess: () => {
      onClose();
      toast.success(t('cap_saved'));
    },
  });
  const set = (value: number | null) => {
    if (!save.isPending) save.mutate({ params: { userId: person.user_id }, body: { credits: value } });
  };
  return (
    <FormDialog
      onClose={onClose}
      isChanged={credits !== (person.cap ?? 500)}
      title={t('cap_title', { name: person.name })}
      note={
        person.cap === null ? null : (
          <AppButton kind="quiet" onClick={() => set(null)}>
            {t('cap_remove')}
          </AppButton>
        )
      }
      problem={save.isError ? errorMessage(save.error, t('cap_failed')) : undefined}
      confirmLabel={t('cap_save')}
      pending={save.isPending}
      confirm={{ form: formId }}
    >
      <Form
        id={formId}
        onSubmit={() => {
          if (!Number.isNaN(credits)) set(credits);
        }}
      >
        <AmountInput
          label={t('cap_label')}
          description={t('cap_hint')}
          value={credits}
          min={0}
          max={CREDIT_CAP_MAX}
          data-autofocus
          onChange={setCredits}
        />
      </Form>
    </FormDialog>
  );
}
