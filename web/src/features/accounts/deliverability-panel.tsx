import { TextInput } from '@mantine/core';
import { accountsEndpoints } from '@overture/contract/accounts';
import type { AccountDeliverability } from '@overture/contract/deliverability';
import type { CheckStatus } from '@overture/domain/deliverability/deliverability';
import { IconAlertTriangle, IconHelpCircle, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call, errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { formatDateTime } from '../../lib/format.ts';
import { sayText } from '../../lib/language/said.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { StatusChip, type StatusTone } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { CopyButton } from '../../ui/inputs/copy-button.tsx';
import classes from './accounts.module.css';
import { t } from './texts.ts';
import { refetchSenders } from './use-senders.ts';

const tones: Record<CheckStatus, StatusTone> = { pass: 'green', warn: 'amber', fail: 'red', unknown: 'grey' };
const icons: Partial<Record<CheckStatus, React.ReactNode>> = {
  warn: <IconAlertTriangle size={13} stroke={2} />,
  unknown: <IconHelpCircle size={13} stroke={2} />,
};

/** What DNS says about a mailbox' domain: one line a check, with what to change (issue 4 section 5). */
export function DeliverabilityPanel({ accountId }: { accountId: number }) {
  const client = useQueryClient();
  const options = queryOptions(accountsEndpoints.getDeliverability, { params: { id: accountId } });
  const report = useQuery(options);
  const again = useMutation({
    mutationFn: () =>
      call(accountsEndpoints.getDeliverability, { params: { id: accountId }, query: { refresh: true } }),
    onSuccess: take,
  });
  const name = useMutation({ ...mutationOptions(accountsEndpoints.setDkimSelector), onSuccess: take });
  /** What is found may hold the sender's mails, or let them go. */
  function take(answer: AccountDeliverability) {
    const before = report.data;
    client.setQueryData(options.queryKey, answer);
    const isSame = before?.hold_reason === answer.hold_reason && before.grace_until === answer.grace_until;
    return isSame ? undefined : refetchSenders(client);
  }
  const error = again.error ?? report.error;
  return (
    <section className="mt-6 pt-4 border-t border-line" aria-labelledby="deliverability-title">
      <header className="flex items-center justify-between gap-3">
        <h3 id="deliverability-title">{t('deliverability_title')}</h3>
        <AppButton
          size="small"
          icon={<IconRefresh size={15} aria-hidden />}
          loading={again.isPending}
          disabled={report.isPending}
          onClick={() => again.mutate()}
        >
          {t('deliverability_again')}
        </AppButton>
      </header>
      {report.data ? <Hold report={report.data} /> : null}
      {report.data ? <Checks report={report.data} /> : null}
      {report.data && isSelectorWanted(report.data) ? (
        <SelectorField
          pending={name.isPending}
          error={name.error}
          onSave={(dkim_selector) => name.mutate({ params: { id: accountId }, body: { dkim_selector } })}
        />
      ) : null}
      {report.isPending ? (
        <div role="status" aria-label={t('deliverability_checking')}>
          <Skeleton width="80%" />
        </div>
      ) : null}
      {error ? (
        <p className="mt-2 text-red text-table" role="alert">
          {errorMessage(error, t('deliverability_failed'))}
        </p>
      ) : null}
    </section>
  );
}

/** Whether campaign emails are held. The records to enter are shown with the checks. */
function Hold({ report: { hold_reason, grace_until } }: { report: AccountDeliverability }) {
  if (hold_reason === null) return null;
  return (
    <div className={`${classes.hold} mt-2`} role="status">
      <IconAlertTriangle size={16} aria-hidden />
      <div>
        <p>{grace_until === null ? t('domain_held') : t('domain_grace', { time: formatDateTime(grace_until) })}</p>
        <p className={classes.holdNote}>{t('domain_held_text')}</p>
      </div>
    </div>
  );
}

const isSelectorWanted = ({ checks }: AccountDeliverability): boolean =>
  checks.some(({ id, status }) => id === 'dkim' && status !== 'pass');

interface SelectorFieldProps {
  pending: boolean;
  error: Error | null;
  onSave: (selector: string) => void;
}

/** A key under an unusual name cannot be found, so the user enters the name. */
function SelectorField({ pending, error, onSave }: SelectorFieldProps) {
  const [selector, setSelector] = useState('');
  const words = selector.trim();
  const refused = error instanceof ApiError ? error.details?.dkim_selector : undefined;
  const save = () => {
    if (words !== '' && !pending) onSave(words);
  };
  return (
    <div className="flex items-start gap-2 mt-1">
      <TextInput
        className="flex-1"
        label={t('selector')}
        description={t('selector_text')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={t('selector_example')}
        maxLength={300}
        value={selector}
        error={error ? (refused ?? errorMessage(error, t('deliverability_failed'))) : undefined}
        onChange={(event) => setSelector(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The field is part of the form with the limits.
          event.preventDefault();
          save();
        }}
      />
      <span className="mt-6">
        <AppButton loading={pending} disabled={words === ''} onClick={save}>
          {t('selector_save')}
        </AppButton>
      </span>
    </div>
  );
}

function Checks({ report }: { report: AccountDeliverability }) {
  return (
    <>
      <p className="mt-1 mb-2 text-ink-3 text-meta">
        {t('deliverability_text', { domain: report.domain, time: formatDateTime(report.checked_at) })}
      </p>
      <ul className={`${classes.checks} m-0 p-0 list-none`}>
        {report.checks.map(({ id, status, found, advice, found_sentence, advice_sentence, record }) => (
          <li key={id}>
            <span className="flex items-center justify-between gap-3 [&_strong]:font-medium">
              <strong>{t(`check_${id}`)}</strong>
              <StatusChip tone={tones[status]} icon={icons[status]}>
                {t(`check_is_${status}`)}
              </StatusChip>
            </span>
            <p className="mt-0.5 text-ink-2 text-table wrap-anywhere">
              {sayText({ text: found, sentence: found_sentence })}
            </p>
            {advice ? (
              <p className="mt-0.5 text-table wrap-anywhere text-ink">
                {sayText({ text: advice, sentence: advice_sentence })}
              </p>
            ) : null}
            {record ? (
              <div className={classes.record}>
                <span>
                  {record.type} {record.name}
                </span>
                <code>{record.value}</code>
                <CopyButton value={record.value} label={t('check_copy')} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </>
  );
}
