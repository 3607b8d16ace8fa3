import { Slider, Switch } from '@mantine/core';
import { LEADS_PER_COMPANY } from '@overture/domain/limits';
import { t } from './texts.ts';

export interface AddingOptionsValue {
  allow_duplicates: boolean;
  allow_locked: boolean;
  /** Asked only where there are such leads. */
  allow_contacted: boolean;
  /** Null while companies are not limited. */
  prospects_per_company: number | null;
}

interface AddingOptionsProps {
  value: AddingOptionsValue;
  onChange: (value: AddingOptionsValue) => void;
  disabled?: boolean;
  /** Leads whom another campaign holds, or another tool wrote to; the choices about them are shown where there are some. */
  counts?: { locked_count: number; contacted_count: number } | undefined;
}

type Choice = 'allow_duplicates' | 'allow_contacted' | 'allow_locked';

const firstLimit = 3;
const marks = [LEADS_PER_COMPANY.min, 5, 10, 15, LEADS_PER_COMPANY.max].map((value) => ({ value, label: value }));

/** Duplicates and the cap of leads per company (1 to 20). */
export function AddingOptions({ value, onChange, disabled = false, counts }: AddingOptionsProps) {
  const limit = value.prospects_per_company;
  const choose = (name: Choice, isAsked: boolean) =>
    isAsked || value[name] ? (
      <Switch
        size="sm"
        label={t(name)}
        description={t(`${name}_text`)}
        disabled={disabled}
        checked={value[name]}
        onChange={(event) => onChange({ ...value, [name]: event.currentTarget.checked })}
      />
    ) : null;
  return (
    <div className="flex flex-col gap-3">
      {choose('allow_duplicates', true)}
      {choose('allow_contacted', Boolean(counts?.contacted_count))}
      <Switch
        size="sm"
        label={t('limit_company')}
        disabled={disabled}
        checked={limit !== null}
        onChange={(event) =>
          onChange({ ...value, prospects_per_company: event.currentTarget.checked ? firstLimit : null })
        }
      />
      {choose('allow_locked', Boolean(counts?.locked_count))}
      {limit === null ? null : (
        <div className="pt-0 px-2 pb-4">
          <span className="flex justify-between mb-2 text-table">
            {t('max_per_company')} <strong className="number">{limit}</strong>
          </span>
          <Slider
            size="sm"
            min={LEADS_PER_COMPANY.min}
            max={LEADS_PER_COMPANY.max}
            step={1}
            label={null}
            marks={marks}
            thumbLabel={t('max_per_company')}
            disabled={disabled}
            value={limit}
            onChange={(next) => onChange({ ...value, prospects_per_company: next })}
          />
        </div>
      )}
    </div>
  );
}
