import { Select } from '@mantine/core';
import { accountsEndpoints } from '@overture/contract/accounts';
import type { Campaign } from '@overture/contract/campaigns';
import { isEmailAccount, isHealthyStatus } from '@overture/domain/accounts';
import { findActivationProblem, needsEmailAccount } from '@overture/domain/flow/activation-checks';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, queryOptions } from '../../lib/api-client.ts';
import { AppLink } from '../../lib/navigation.tsx';
import { pb } from '../../lib/paths.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { Dialog } from '../../ui/overlay.tsx';
import { readFlow } from '../flow-canvas/read-flow.ts';
import { ActivationFacts } from './activation-facts.tsx';
import classes from './campaign-page.module.css';
import { DeliverabilityWarning } from './deliverability-warning.tsx';
import { t } from './texts.ts';
import { useActivation } from './use-activation.ts';

interface ActivationDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

/** Before a campaign starts or goes on: the account, the checks, and what happens then (campaigns 5). */
export function ActivationDialog({ campaign, onClose }: ActivationDialogProps) {
  const flow = readFlow(campaign);
  const isResume = campaign.status === 'PAUSED' && campaign.activated_at !== null;
  const [accountId, setAccountId] = useState(campaign.email_account_id);
  const [problem, setProblem] = useState<string | undefined>();
  const activation = useActivation(campaign, onClose);

  function start() {
    const found = findActivationProblem(flow, {
      email_account_id: accountId,
      linkedin_account_id: campaign.linkedin_account_id,
    });
    setProblem(found ?? undefined);
    if (found !== null) return;
    activation.mutate(
      { email_account_id: accountId },
      { onError: (error) => setProblem(errorMessage(error, t('action_failed'))) },
    );
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={isResume ? t('resume_title') : t('activate_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" loading={activation.isPending} onClick={start}>
            {isResume ? t('resume') : t('activate')}
          </AppButton>
        </>
      }
    >
      {isResume ? null : (
        <div className={classes.warning}>
          <IconAlertTriangle size={17} aria-hidden />
          <p>
            <strong>{t('irreversible')}</strong>
            {t('irreversible_text')}
          </p>
        </div>
      )}
      {needsEmailAccount(flow) ? (
        <AccountChoice
          value={accountId}
          onChange={(id) => {
            setAccountId(id);
            setProblem(undefined);
          }}
        />
      ) : null}
      <ActivationFacts campaign={campaign} flow={flow} isResume={isResume} />
      {problem ? (
        <p role="alert" className={classes.problem}>
          <IconAlertCircle size={16} aria-hidden />
          {problem}
        </p>
      ) : null}
    </Dialog>
  );
}

function AccountChoice({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const query = useQuery(queryOptions(accountsEndpoints.listAccounts));
  const accounts = (query.data?.accounts ?? []).filter(({ account_type }) => isEmailAccount(account_type));
  const chosen = accounts.find(({ id }) => id === value);
  if (query.data && accounts.length === 0) {
    return (
      <p>
        {t('no_account')} <AppLink to={pb.senders()}>{t('connect_account')}</AppLink>
      </p>
    );
  }
  return (
    <div>
      <Select
        label={t('email_account')}
        placeholder={t('email_account_placeholder')}
        data={accounts.map((account) => {
          const name = account.email ?? account.name;
          return {
            value: String(account.id),
            label: isHealthyStatus(account.status) ? name : t('account_disconnected', { name }),
          };
        })}
        value={chosen ? String(chosen.id) : null}
        allowDeselect={false}
        disabled={query.isPending}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
      {chosen && !isHealthyStatus(chosen.status) ? <p className={classes.hint}>{t('held')}</p> : null}
      {chosen ? <DeliverabilityWarning accountId={chosen.id} /> : null}
    </div>
  );
}
