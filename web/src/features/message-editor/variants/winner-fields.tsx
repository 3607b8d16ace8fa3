import { Select, Switch } from '@mantine/core';
import { WINNER_LIMITS, type WinnerMeasure } from '@overture/domain/campaign/variant-winner';
import { AmountInput } from '../../../ui/inputs/amount-input.tsx';
import { t } from '../texts.ts';
import type { VariantsDraft } from './variants-draft.ts';

const CONFIDENCES = [90, 95, 99];

interface WinnerFieldsProps {
  draft: VariantsDraft;
  onChange: (change: Partial<VariantsDraft>) => void;
}

/** Whether, and by what, the program chooses the winner. Off until a person switches it on. */
export function WinnerFields({ draft, onChange }: WinnerFieldsProps) {
  const { rule, is_automatic } = draft;
  const confidences = [...new Set([...CONFIDENCES, rule.confidence])].sort((one, other) => one - other);
  return (
    <div className="flex flex-col gap-3">
      <Switch
        size="sm"
        label={t('variants_auto')}
        description={t('variants_auto_text')}
        checked={is_automatic}
        onChange={(event) => onChange({ is_automatic: event.currentTarget.checked })}
      />
      {is_automatic ? (
        <div className="grid grid-cols-3 max-sm:grid-cols-1 gap-3 items-end">
          <Select
            label={t('variants_measure')}
            allowDeselect={false}
            data={[
              { value: 'replies', label: t('variants_replies') },
              { value: 'positive', label: t('variants_positive') },
            ]}
            value={rule.measure}
            onChange={(measure) => measure && onChange({ rule: { ...rule, measure: measure as WinnerMeasure } })}
          />
          <AmountInput
            label={t('variants_minimum')}
            min={WINNER_LIMITS.min_sent}
            max={WINNER_LIMITS.max_sent}
            value={rule.minimum_sent}
            onChange={(minimum_sent) => onChange({ rule: { ...rule, minimum_sent } })}
          />
          <Select
            label={t('variants_confidence')}
            allowDeselect={false}
            data={confidences.map((percent) => ({
              value: String(percent),
              label: t('variants_confidence_of', { percent, error: 100 - percent }),
            }))}
            value={String(rule.confidence)}
            onChange={(percent) => percent && onChange({ rule: { ...rule, confidence: Number(percent) } })}
          />
        </div>
      ) : null}
    </div>
  );
}
