import { SegmentedControl } from '@mantine/core';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { MORE_VARIANTS } from '@overture/domain/flow/flow';
import { isBlank } from '@overture/domain/text/text';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { listDraftVariants, type MoreVariant, type StepDraft, VARIANT_FIELDS } from '../step-draft.ts';
import { t } from '../texts.ts';

interface VariantTabsProps {
  draft: StepDraft;
  variant: Variant;
  isEditable: boolean;
  onVariant: (variant: Variant) => void;
  onChange: (change: Partial<StepDraft>) => void;
}

/** Which variant is shown; C to F are added one by one. */
export function VariantTabs({ draft, variant, isEditable, onVariant, onChange }: VariantTabsProps) {
  const variants = listDraftVariants(draft);
  const next = MORE_VARIANTS.find((one) => !draft.more.includes(one));
  const removable = draft.more.find((one) => one === variant);
  function add(added: MoreVariant) {
    onChange({ more: [...draft.more, added] });
    onVariant(added);
  }
  function remove(removed: MoreVariant) {
    const blank = Object.values(VARIANT_FIELDS[removed]).map((field) => [field, '']);
    onVariant('a');
    onChange({ more: draft.more.filter((one) => one !== removed), ...Object.fromEntries(blank) });
  }
  return (
    <div className="flex flex-col gap-2">
      <SegmentedControl
        aria-label={t('variant')}
        fullWidth
        size="xs"
        value={variant}
        onChange={(chosen) => onVariant(chosen as Variant)}
        data={variants.map((one) => ({
          value: one,
          label: variants.length > 3 ? one.toUpperCase() : t(`variant_${one}`),
        }))}
      />
      {isEditable ? (
        <div className="flex items-center gap-2">
          {next ? (
            <AppButton size="small" icon={<IconPlus size={15} aria-hidden />} onClick={() => add(next)}>
              {t('variant_add')}
            </AppButton>
          ) : null}
          {removable ? (
            <AppButton
              size="small"
              kind="quiet"
              icon={<IconTrash size={15} aria-hidden />}
              onClick={() => remove(removable)}
            >
              {t('variant_remove', { variant: t(`variant_in_${removable}`) })}
            </AppButton>
          ) : null}
        </div>
      ) : null}
      <VariantHint draft={draft} variant={variant} />
    </div>
  );
}

/** That a variant is unused, or changes both subject and message: its result would not say which one made the difference. */
function VariantHint({ draft, variant }: Pick<VariantTabsProps, 'draft' | 'variant'>) {
  if (variant === 'a') return null;
  const name = t(`variant_${variant}`);
  const { subject, message } = VARIANT_FIELDS[variant];
  if (isBlank(draft[message])) return <p className="text-ink-3 text-meta">{t('variant_blank', { variant: name })}</p>;
  const isOtherSubject = !isBlank(draft[subject]) && draft[subject].trim() !== draft.subject_line.trim();
  const isOtherMessage = draft[message].trim() !== draft.message.trim();
  if (!isOtherSubject || !isOtherMessage) return null;
  return (
    <p className="text-ink-3 text-meta" role="status">
      {t('variant_two_changes', { variant: name })}
    </p>
  );
}
