import { NumberInput, Slider } from '@mantine/core';
import { type Account, accountsEndpoints } from '@overture/contract/accounts';
import { dailyLimitBounds, inmailsPerDay, isEmailAccount } from '@overture/domain/accounts';
import { SEND_GAP_IN_SECONDS, WEEKLY_INVITES } from '@overture/domain/limits';
import { RHYTHM_GAP_IN_SECONDS } from '@overture/domain/sending/day-plan';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { describeGrowth } from '../../../lib/growth-words.ts';
import { ThinBar } from '../../../ui/display/spark.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import classes from '../accounts.module.css';
import { DeliverabilityPanel } from '../deliverability-panel.tsx';
import { describeBudgets, SenderName } from '../sender-cells.tsx';
import { t } from '../texts.ts';
import { changedPace, describePace, isValidCap, isValidPace } from './pace.ts';
import { PaceFields, RhythmGapField } from './pace-fields.tsx';
import { changedProfile, ProfileFields, toProfile } from './profile-fields.tsx';

/** What a sender has used of today's caps, and why they are no more. */
function TodayState({ account }: { account: Account }) {
  return (
    <section className="flex flex-col gap-2 mb-5 p-3 border border-line rounded-control" aria-label={t('today')}>
      {describeBudgets(account).map(({ id, label, used, cap, limit }) => (
        <div key={id} className="flex flex-col gap-1">
          <p className="flex justify-between gap-3 text-table">
            <span>{label}</span>
            <span className="text-ink-2 number">{t('today_used', { used, amount: cap.amount })}</span>
          </p>
          <ThinBar
            total={Math.max(1, cap.amount)}
            label={t('used', { label, used, limit: cap.amount })}
            parts={[{ value: used, tone: used >= cap.amount ? 'amber' : 'accent', label }]}
          />
          {cap.amount < limit ? <p className="text-ink-3 text-meta">{whySmaller(cap, limit)}</p> : null}
        </div>
      ))}
    </section>
  );
}

function whySmaller(
  { rule, growth, rhythm_of }: ReturnType<typeof describeBudgets>[number]['cap'],
  limit: number,
): string {
  if (rhythm_of !== null)
    return t('today_rhythm', { of: rhythm_of, growth: growth ? `, ${describeGrowth(growth)}` : '' });
  if (growth) return t('today_growing', { growth: describeGrowth(growth), limit });
  if (rule === 'day_off') return t('today_day_off');
  return rule === 'weekly_limit' ? t('today_week_used') : t('today_share', { limit });
}

type LimitField =
  | 'email_max_messages'
  | 'linkedin_max_connections'
  | 'linkedin_max_messages'
  | 'linkedin_weekly_connections'
  | 'send_gap_in_seconds';
/** As they were typed. */
type LimitValues = Partial<Record<LimitField, number | string>>;
type Range = { min: number; max: number };

const labels: Record<LimitField, () => string> = {
  email_max_messages: () => t('settings_email'),
  linkedin_max_connections: () => t('settings_invites'),
  linkedin_max_messages: () => t('settings_messages'),
  linkedin_weekly_connections: () => t('settings_week'),
  send_gap_in_seconds: () => t('settings_gap'),
};

const hints = {
  email_max_messages: 'settings_range',
  linkedin_max_connections: 'settings_range',
  linkedin_max_messages: 'settings_range',
  linkedin_weekly_connections: 'settings_week_text',
  send_gap_in_seconds: 'settings_gap_text',
} as const satisfies Record<LimitField, string>;

function toFields(account: Account): { field: LimitField; range: Range }[] {
  const bounds = dailyLimitBounds(account.account_type, account.tier);
  const limits = (['email_max_messages', 'linkedin_max_connections', 'linkedin_max_messages'] as const).flatMap(
    (field) => {
      const range = bounds[field];
      return range ? [{ field, range }] : [];
    },
  );
  const gap = { field: 'send_gap_in_seconds' as const, range: SEND_GAP_IN_SECONDS };
  const week = { field: 'linkedin_weekly_connections' as const, range: WEEKLY_INVITES };
  if (isEmailAccount(account.account_type)) return [...limits, gap];
  // People who act by hand set their own pace.
  return account.is_assisted ? [...limits, week] : [...limits, week, gap];
}

const isWithin = (value: unknown, { min, max }: Range): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** Daily limits of one sender, how they grow and spread, and today's usage. */
export function SenderSettingsDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const fields = toFields(account);
  const isEmail = isEmailAccount(account.account_type);
  const [values, setValues] = useState<LimitValues>(() =>
    Object.fromEntries(fields.map(({ field }) => [field, account[field]])),
  );
  const save = useSaveSender(onClose);
  const [pace, setPace] = useState(() => describePace(account));
  // With a fixed gap under a minute there is no room for a rhythm, and that gap holds.
  const hasRhythmGap = isEmail && pace.natural_rhythm && account.send_gap_in_seconds >= RHYTHM_GAP_IN_SECONDS.min;
  const shown = hasRhythmGap ? fields.filter(({ field }) => field !== 'send_gap_in_seconds') : fields;
  const [profile, setProfile] = useState(() => toProfile(account));
  const refused = save.error instanceof ApiError ? save.error.details : {};
  const isValid = isValidPace(pace) && fields.every(({ field, range }) => isWithin(values[field], range));
  function submit() {
    if (!isValid) return;
    const limits = values as Partial<Record<LimitField, number>>;
    const changes = { ...changedPace(account, pace), ...changedProfile(account, profile) };
    save.mutate({ params: { id: account.id }, body: { ...limits, ...changes } });
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('settings_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form="sender-settings" loading={save.isPending} disabled={!isValid}>
            {t('settings_save')}
          </AppButton>
        </>
      }
    >
      <div className="pb-4">
        <SenderName account={account} />
      </div>
      <TodayState account={account} />
      {isEmail ? <DeliverabilityPanel accountId={account.id} /> : null}
      <form
        id="sender-settings"
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <LimitInputs isEmail={isEmail} fields={shown} values={values} refused={refused} onChange={setValues} />
        {hasRhythmGap ? <RhythmGapField pace={pace} onChange={setPace} /> : null}
        <ProfileFields isEmail={isEmail} profile={profile} refused={refused} onChange={setProfile} />
        <Advanced isValid={isValidCap(pace)}>
          <PaceFields account={account} pace={pace} onChange={setPace} />
        </Advanced>
        <InmailsNote tier={account.tier} />
        {save.isError && Object.keys(refused).length === 0 ? <Failure error={save.error} /> : null}
      </form>
    </Dialog>
  );
}

function InmailsNote({ tier }: Pick<Account, 'tier'>) {
  const count = inmailsPerDay(tier);
  return count > 0 ? <p className="mt-2 text-ink-3 text-table">{t('settings_inmails', { count })}</p> : null;
}

/** What few people change, folded until it is wanted, or wrong. */
function Advanced({ isValid, children }: { isValid: boolean; children: ReactNode }) {
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted || !isValid;
  return (
    <section className="border-t border-line pt-3">
      <button
        type="button"
        className="block w-full p-0 border-0 bg-transparent text-ink text-start cursor-pointer"
        aria-expanded={isOpen}
        onClick={() => setWanted(!isOpen)}
      >
        <span className="flex items-center gap-1 font-medium">
          {isOpen ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
          {t('settings_advanced')}
        </span>
        <span className="block text-ink-3 text-meta">{t('settings_advanced_text')}</span>
      </button>
      {isOpen ? <div className={`${classes.form} mt-3`}>{children}</div> : null}
    </section>
  );
}

function useSaveSender(onSaved: () => void) {
  return useMutation({
    ...mutationOptions(accountsEndpoints.updateAccount),
    onSuccess: async () => {
      await whenRefetched();
      onSaved();
      toast.success(t('settings_saved'), { duration: 5000 });
    },
  });
}

interface LimitInputsProps {
  isEmail: boolean;
  fields: ReturnType<typeof toFields>;
  values: LimitValues;
  /** What the server said of a field. */
  refused: Record<string, string>;
  onChange: (values: LimitValues) => void;
}

function LimitInputs({ isEmail, fields, values, refused, onChange }: LimitInputsProps) {
  return fields.map(({ field, range }, index) => (
    <LimitInput
      key={field}
      field={field}
      label={isEmail || field !== 'send_gap_in_seconds' ? labels[field]() : t('settings_gap_linkedin')}
      range={range}
      value={values[field] ?? ''}
      refused={refused[field]}
      isFirst={index === 0}
      onChange={(value) => onChange({ ...values, [field]: value })}
    />
  ));
}

function Failure({ error }: { error: unknown }) {
  return (
    <p className="mt-3 text-red text-table" role="alert">
      {errorMessage(error, t('settings_failed'))}
    </p>
  );
}

interface LimitInputProps {
  field: LimitField;
  range: Range;
  value: number | string;
  refused: string | undefined;
  isFirst: boolean;
  label: string;
  onChange: (value: number | string) => void;
}

function LimitInput({ field, range, value, refused, isFirst, label, onChange }: LimitInputProps) {
  return (
    <div>
      <NumberInput
        label={label}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={t(hints[field], range)}
        value={value}
        onChange={onChange}
        error={refused ?? (isWithin(value, range) ? undefined : t('settings_problem', range))}
        min={range.min}
        max={range.max}
        step={field === 'send_gap_in_seconds' ? 15 : 1}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        data-autofocus={isFirst || undefined}
      />
      {field === 'linkedin_weekly_connections' ? (
        <Slider
          className="mt-2"
          size="sm"
          label={null}
          thumbLabel={t('settings_week_slider')}
          min={range.min}
          max={range.max}
          value={Number(value) || range.min}
          onChange={onChange}
        />
      ) : null}
    </div>
  );
}
