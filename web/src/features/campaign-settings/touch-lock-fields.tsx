import { Switch } from '@mantine/core';
import { touchLocksEndpoints } from '@overture/contract/touch-locks';
import {
  boundCampaignRules,
  type CampaignTouchBounds,
  type CampaignTouchRules,
  type TouchLockRules,
} from '@overture/domain/campaign/touch-locks';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AmountInput } from '../../ui/inputs/amount-input.tsx';
import classes from './campaign-settings.module.css';
import { t } from './texts.ts';

const COMPANY_RULES = ['company_people', 'company_gap_days', 'company_reply_days'] as const;

interface TouchLockFieldsProps {
  value: CampaignTouchRules;
  onChange: (rules: CampaignTouchRules) => void;
}

/** What the campaign asks for beyond the organization's touch lock: longer rests, limits for each company. */
export function TouchLockFields(props: TouchLockFieldsProps) {
  const rules = useQuery({ ...queryOptions(touchLocksEndpoints.getTouchLockRules), retry: false });
  return (
    <section className={classes.section}>
      <h3>{t('section_touch')}</h3>
      {rules.data ? (
        <Rules {...props} rules={rules.data} />
      ) : rules.isPending ? (
        <Skeleton height={64} radius={10} />
      ) : (
        queryFailure(rules, { compact: true })
      )}
    </section>
  );
}

function Rules({ value, onChange, rules }: TouchLockFieldsProps & { rules: TouchLockRules }) {
  if (!rules.is_on)
    return (
      <p className="text-ink-3 text-table">
        {t('touch_off')} <AppLink to={pb.touchLock()}>{t('touch_open')}</AppLink>
      </p>
    );
  const bounds = boundCampaignRules(rules);
  const hasRest = value.rest_days !== undefined;
  const holdsCompanies = rules.holds_companies || value.holds_companies === true;
  const usual = toUsual(rules);
  function toggleCompanies(isOn: boolean) {
    const { holds_companies: _, company_people: _p, company_gap_days: _g, company_reply_days: _r, ...rest } = value;
    onChange(isOn ? { ...tighten(value, bounds), holds_companies: true } : tighten(rest, bounds));
  }
  function toggleRest(isOn: boolean) {
    const { rest_days: _, ...rest } = value;
    onChange(isOn ? { ...tighten(value, bounds), rest_days: rules.finished_days } : tighten(rest, bounds));
  }
  return (
    <>
      <Switch
        label={t('rest_switch')}
        description={t('rest_switch_text', { count: rules.finished_days })}
        checked={hasRest}
        onChange={(event) => toggleRest(event.currentTarget.checked)}
      />
      {hasRest ? <RuleInput name="rest_days" {...{ value, onChange, bounds, usual }} /> : null}
      {rules.holds_companies ? null : (
        <Switch
          label={t('companies_switch')}
          description={t('companies_switch_text')}
          checked={holdsCompanies}
          onChange={(event) => toggleCompanies(event.currentTarget.checked)}
        />
      )}
      {holdsCompanies
        ? COMPANY_RULES.map((name) => <RuleInput key={name} name={name} {...{ value, onChange, bounds, usual }} />)
        : null}
    </>
  );
}

const toUsual = ({ finished_days, ...rules }: TouchLockRules) => ({ ...rules, rest_days: finished_days });

/** Rules that have become looser than the organization's have no effect, and can't be saved again. */
function tighten(value: CampaignTouchRules, bounds: CampaignTouchBounds): CampaignTouchRules {
  const kept = Object.entries(bounds).flatMap(([name, { min, max }]) => {
    const chosen = value[name as keyof CampaignTouchBounds];
    return chosen === undefined ? [] : [[name, Math.min(Math.max(chosen, min), max)]];
  });
  return { ...value, ...Object.fromEntries(kept) };
}

interface RuleInputProps extends TouchLockFieldsProps {
  name: keyof CampaignTouchBounds;
  bounds: CampaignTouchBounds;
  usual: ReturnType<typeof toUsual>;
}

/** A rule that was not chosen shows the organization's. */
function RuleInput({ name, value, onChange, bounds, usual }: RuleInputProps) {
  const { min, max } = bounds[name];
  return (
    <AmountInput
      label={t(name)}
      description={t('touch_bounds', { min, max })}
      suffix={` ${t(name === 'company_people' ? 'touch_people' : 'touch_days')}`}
      min={min}
      max={max}
      clampBehavior="blur"
      value={value[name] ?? usual[name]}
      onChange={(next) => onChange({ ...tighten(value, bounds), [name]: next })}
    />
  );
}
