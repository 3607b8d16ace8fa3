import type { User } from '@overture/contract/auth';
import { displayAccountStatus, isMessagingAccount, senderName } from '@overture/domain/accounts';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import classes from './dashboard.module.css';
import { t } from './texts.ts';

/** Senders that cannot send, told before anything else. */
export function SenderWarning({ user }: { user: User }) {
  const held = user.linked_accounts.filter(
    (account) => displayAccountStatus(account.status) === 'Disconnected' && account.status !== 'DELETED',
  );
  if (held.length === 0) return null;
  return (
    <section className={classes.warning} role="status">
      <IconAlertTriangle size={20} aria-hidden />
      <div className="flex-1 min-w-0 text-table wrap-anywhere">
        <h2>{t('held_title', { count: held.length })}</h2>
        <p>{t('held_text', { names: held.map(senderName).join(', ') })}</p>
      </div>
      <AppLink to={pb.senders()}>{t('held_action')}</AppLink>
    </section>
  );
}

interface FirstStepsProps {
  user: User;
  hasList: boolean;
  hasRunningCampaign: boolean;
}

/** The way to the first reply, step by step; gone once it has been walked. */
export function FirstSteps({ user, hasList, hasRunningCampaign }: FirstStepsProps) {
  const hasSender = user.linked_accounts.some(
    ({ status, account_type }) => displayAccountStatus(status) === 'Connected' && !isMessagingAccount(account_type),
  );
  const flags = user.organization.branding_settings;
  const steps = [
    { id: 'sender', isDone: hasSender, to: pb.senders(), title: t('step_sender'), text: t('step_sender_text') },
    flags.lead_lists_enabled && {
      id: 'list',
      isDone: hasList,
      to: pb.searches({ create: true }),
      title: t('step_list'),
      text: t('step_list_text'),
    },
    flags.campaign_creation_enabled && {
      id: 'campaign',
      isDone: hasRunningCampaign,
      to: pb.campaigns({ create: true }),
      title: t('step_campaign'),
      text: t('step_campaign_text'),
    },
  ].filter((step) => step !== false);
  if (steps.every((step) => step.isDone)) return null;
  return (
    <section className="p-4 border border-line rounded-card bg-surface">
      <h2>{t('first_steps')}</h2>
      <ol className="mt-2 mx-0 mb-0 p-0 list-none">
        {steps.map((step, index) => (
          <li
            key={step.id}
            className={`${classes.step} flex items-center gap-3 min-h-14 py-2 px-0`}
            data-done={step.isDone || undefined}
          >
            <span className={`${classes.mark} number`} aria-hidden>
              {step.isDone ? <IconCheck size={14} stroke={2.5} /> : index + 1}
            </span>
            <span className="flex flex-1 flex-col min-w-0 text-ink-3 text-table [&_strong]:text-ink [&_strong]:text-body [&_strong]:font-medium">
              <strong>{step.title}</strong>
              <span>{step.text}</span>
            </span>
            {step.isDone ? (
              <span className="text-green text-table">{t('done')}</span>
            ) : (
              <AppLink to={step.to} aria-label={`${t('start')}: ${step.title}`}>
                {t('start')}
              </AppLink>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
