import { NumberInput, Switch } from '@mantine/core';
import type { StepVariants } from '@overture/contract/step-variants';
import type { Variant } from '@overture/domain/flow/flow';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import { type findVariantsProblem, sumShares, type VariantsDraft } from './variants-draft.ts';

interface VariantRowsProps {
  found: StepVariants;
  draft: VariantsDraft;
  problem: ReturnType<typeof findVariantsProblem>;
  onShare: (variant: Variant, share: number) => void;
  onStop: (variant: Variant, isStopped: boolean) => void;
  onEven: () => void;
}

/** A row for each variant: whether it runs, its share, and what it came to. */
export function VariantRows(props: VariantRowsProps) {
  const { found, draft, problem, onEven } = props;
  const sum = sumShares(
    found.variants.map(({ variant }) => variant),
    draft,
  );
  return (
    <div className="flex flex-col">
      <ul className="flex flex-col m-0 p-0 list-none">
        {found.variants.map((one) => (
          <VariantRow key={one.variant} {...props} one={one} />
        ))}
      </ul>
      <div className="flex items-center justify-between gap-3 pt-2 min-h-8">
        <span
          className={problem === 'sum' || problem === 'variants_none' ? 'text-red text-table' : 'text-ink-3 text-table'}
          role="status"
        >
          {problem === 'variants_none'
            ? t('variants_none')
            : t(problem === 'sum' ? 'variants_sum_wrong' : 'variants_sum', { sum })}
        </span>
        <AppButton size="small" onClick={onEven}>
          {t('variants_even')}
        </AppButton>
      </div>
    </div>
  );
}

function VariantRow({
  found,
  draft,
  one: { variant, sent, hits },
  onShare,
  onStop,
}: VariantRowsProps & { one: StepVariants['variants'][number] }) {
  const name = t(`variant_${variant}`);
  const isStopped = draft.stopped.includes(variant);
  const isPositive = found.rule?.measure === 'positive';
  return (
    <li className="flex items-center gap-3 min-h-11 border-b border-line text-table">
      <Switch
        size="sm"
        aria-label={t('variants_runs', { variant: name })}
        checked={!isStopped}
        onChange={(event) => onStop(variant, !event.currentTarget.checked)}
      />
      <span className="flex flex-1 flex-col min-w-0">
        <span className="font-medium">{name}</span>
        <span className="text-ink-3 text-meta">
          {t(isPositive ? 'variants_counted_positive' : 'variants_counted_replies', { hits, sent })}
        </span>
      </span>
      {isStopped ? (
        <span className="text-ink-3">{t('variants_stopped')}</span>
      ) : (
        <NumberInput
          className="flex-none w-24"
          size="xs"
          aria-label={t('variants_share', { variant: name })}
          suffix=" %"
          min={0}
          max={100}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={draft.shares[variant] ?? 0}
          onChange={(value) => onShare(variant, value === '' ? 0 : Number(value))}
        />
      )}
    </li>
  );
}
