import { Checkbox } from '@mantine/core';
import { type Account, accountsEndpoints } from '@overture/contract/accounts';
import { may } from '@overture/domain/access/permissions';
import { IconArrowRight, IconBrandLinkedin, IconHandClick, IconMail, IconMessageCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import type { Path } from '../../lib/navigation/paths.ts';
import { setPlanDialog } from '../../lib/plan/plan-dialogs.ts';
import { AccountGlyph } from '../../ui/display/account-glyph.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { ExtraSenderDialog } from '../billing/index.ts';
import classes from './accounts.module.css';
import { LinkedinSignIn } from './linkedin-sign-in.tsx';
import { openAddress } from './open-connect-page.ts';
import { SenderChip, SenderName } from './sender-cells.tsx';
import type { SlotSummary } from './sender-slots.ts';
import { t } from './texts.ts';
import { useLinkedinPage } from './use-linkedin-page.ts';
import { useIsLinkedinAsked } from './use-linkedin-sign-in.ts';

const AssistedForm = lazyPart(() => import('./assisted-form.tsx').then((file) => ({ default: file.AssistedForm })));

type Step = 'ways' | 'sign_in' | 'by_hand';
const TITLES = { ways: 'connect_new', sign_in: 'sign_in_title', by_hand: 'by_hand_title' } as const;

interface ConnectDialogProps {
  opened: boolean;
  onClose: () => void;
  slots: SlotSummary;
  accounts: readonly Account[];
}

/** 'Connect new account': the ways there are, and what is connected already; or signing in to LinkedIn with a password. */
export function ConnectDialog(props: ConnectDialogProps) {
  const { opened, onClose } = props;
  const [step, setStep] = useState<Step>('ways');
  // Stays open: LinkedIn may refuse the sign-in or ask for a code.
  const isAsked = useIsLinkedinAsked();
  const close = () => {
    setStep('ways');
    onClose();
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      closeOnOutside={step === 'ways'}
      withClose={!isAsked}
      title={t(TITLES[step])}
    >
      {step === 'ways' ? <ConnectWays {...props} onStep={setStep} onClose={close} /> : null}
      {step === 'sign_in' ? <LinkedinSignIn onBack={() => setStep('ways')} onConnected={close} /> : null}
      {step === 'by_hand' ? (
        <Suspense fallback={null}>
          <AssistedForm onBack={() => setStep('ways')} onAdded={close} />
        </Suspense>
      ) : null}
    </Dialog>
  );
}

interface ConnectWaysProps extends ConnectDialogProps {
  onStep: (step: Step) => void;
}

function ConnectWays({ slots, accounts, onStep }: ConnectWaysProps) {
  const go = useGo();
  const email = useMutation({
    ...mutationOptions(accountsEndpoints.connectEmail),
    onSuccess: ({ url }) => openAddress(url, (path) => go(path as Path)),
  });
  const linkedin = useLinkedinPage();
  const { connect, dialog } = useExtraFirst(slots);
  const failed = email.error ? errorMessage(email.error, t('connect_failed')) : linkedin.problem;
  const isFull = !slots.decision.allowed && !slots.linkedin.allowed;
  const problem = isFull ? t('slots_full') : failed;
  return (
    <>
      <Way
        icon={<IconMail size={20} stroke={1.6} />}
        text={t('connect_email_text')}
        label={t('connect_email')}
        disabled={!slots.decision.allowed || linkedin.isOpening}
        loading={email.isPending}
        onClick={() => connect('email', () => email.mutate({}))}
      />
      <LinkedinWays
        page={linkedin}
        disabled={!slots.linkedin.allowed || email.isPending}
        connect={(go) => connect('linkedin', go)}
        onStep={onStep}
      />
      <MessagingWay page={linkedin} disabled={email.isPending || linkedin.isOpening} />
      {dialog}
      {problem ? (
        <p className="mt-3 text-red text-table" role="alert">
          {problem}
        </p>
      ) : null}
      <ConnectedNow accounts={accounts} />
    </>
  );
}

interface LinkedinWaysProps extends Pick<ConnectWaysProps, 'onStep'> {
  page: ReturnType<typeof useLinkedinPage>;
  disabled: boolean;
  connect: (go: () => void) => void;
}

/** Automated LinkedIn begins after its risk was accepted; by hand there is none to accept. */
function LinkedinWays({ page, disabled, connect, onStep }: LinkedinWaysProps) {
  const [isRiskAccepted, setRiskAccepted] = useState(false);
  return (
    <>
      <Way
        icon={<IconBrandLinkedin size={20} stroke={1.6} />}
        text={t('connect_linkedin_text')}
        label={t('connect_linkedin')}
        note={
          <Checkbox
            label={t('sign_in_risk')}
            checked={isRiskAccepted}
            onChange={(event) => setRiskAccepted(event.currentTarget.checked)}
          />
        }
        disabled={disabled || !isRiskAccepted}
        loading={page.opening === 'LINKEDIN'}
        onClick={() => connect(() => page.open('LINKEDIN', true))}
        other={
          <AppButton
            kind="quiet"
            disabled={disabled || page.isOpening}
            onClick={() => connect(() => onStep('sign_in'))}
          >
            {t('sign_in_here')}
          </AppButton>
        }
      />
      <Way
        icon={<IconHandClick size={20} stroke={1.6} />}
        text={t('connect_by_hand_text')}
        label={t('connect_by_hand')}
        disabled={disabled || page.isOpening}
        onClick={() => connect(() => onStep('by_hand'))}
      />
    </>
  );
}

const SERVICES = [
  { type: 'WHATSAPP', label: 'WhatsApp' },
  { type: 'INSTAGRAM', label: 'Instagram' },
  { type: 'FACEBOOK', label: 'Messenger' },
] as const;

/** Accounts that bring conversations and send no campaigns: the plan has no places for them, and needs none. */
function MessagingWay({ page, disabled }: { page: ReturnType<typeof useLinkedinPage>; disabled: boolean }) {
  return (
    <div className={`${classes.way} grid grid-cols-[auto_1fr] items-center gap-3 p-4 border border-line rounded-card`}>
      <span className="grid place-items-center size-10 rounded-control bg-accent-soft text-accent" aria-hidden>
        <IconMessageCircle size={20} stroke={1.6} />
      </span>
      <p className="text-ink-2 text-table">{t('connect_messaging_text')}</p>
      <div className="flex flex-wrap col-2 gap-2 max-sm:flex-col max-sm:col-span-full">
        {SERVICES.map(({ type, label }) => (
          <AppButton
            key={type}
            icon={<AccountGlyph type={type} size={16} label="" />}
            disabled={disabled}
            loading={page.opening === type}
            onClick={() => page.open(type)}
          >
            {t('connect_service', { service: label })}
          </AppButton>
        ))}
      </div>
    </div>
  );
}

/** Beyond the plan the price is agreed to first. */
function useExtraFirst({ extras }: SlotSummary) {
  const [asked, setAsked] = useState<{ kind: 'email' | 'linkedin'; go: () => void }>();
  const connect = (kind: 'email' | 'linkedin', go: () => void) =>
    extras.includes(kind) ? setAsked({ kind, go }) : go();
  function goOn() {
    setAsked(undefined);
    asked?.go();
  }
  const dialog = asked ? (
    <ExtraSenderDialog kind={asked.kind} onClose={() => setAsked(undefined)} onAdded={goOn} />
  ) : null;
  return { connect, dialog };
}

function ConnectedNow({ accounts }: Pick<ConnectDialogProps, 'accounts'>) {
  const shown = accounts.filter((account) => account.status !== 'DELETED');
  if (shown.length === 0) return null;
  return (
    <section className={classes.connected}>
      <h3>{t('connected_now')}</h3>
      <ul>
        {shown.map((account) => (
          <li key={account.id}>
            <SenderName account={account} />
            <SenderChip account={account} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WayProps {
  icon: ReactNode;
  text: string;
  label: string;
  disabled: boolean;
  loading?: boolean;
  onClick: () => void;
  /** What has to be agreed to first. */
  note?: ReactNode;
  /** A second way to the same. */
  other?: ReactNode;
}

function Way({ icon, text, label, disabled, loading = false, onClick, note, other }: WayProps) {
  return (
    <div className={`${classes.way} grid grid-cols-[auto_1fr] items-center gap-3 p-4 border border-line rounded-card`}>
      <span className="grid place-items-center size-10 rounded-control bg-accent-soft text-accent" aria-hidden>
        {icon}
      </span>
      <p className="text-ink-2 text-table">{text}</p>
      {note ? <div className="col-2 max-sm:col-span-full">{note}</div> : null}
      <div className="flex flex-wrap col-2 gap-2 max-sm:flex-col max-sm:col-span-full">
        <AppButton
          kind="primary"
          disabled={disabled}
          loading={loading}
          rightIcon={<IconArrowRight size={16} aria-hidden />}
          onClick={onClick}
        >
          {label}
        </AppButton>
        {other}
      </div>
    </div>
  );
}

/** Trial: one sender only. The text is the specification's. */
export function TrialLimitDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { organization, role } = useUser();
  function upgrade() {
    onClose();
    setPlanDialog('upgrade');
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="small"
      title={t('trial_limit_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('close')}</AppButton>
          {organization.has_payments && may({ role }, 'billing') ? (
            <AppButton kind="primary" onClick={upgrade}>
              {t('upgrade_plan')}
            </AppButton>
          ) : null}
        </>
      }
    >
      <p>{t('trial_limit_text')}</p>
      <p className="mt-2 text-ink-3 text-table">{t('trial_limit_kept')}</p>
    </Dialog>
  );
}
