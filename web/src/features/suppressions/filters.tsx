import { SegmentedControl, Select } from '@mantine/core';
import {
  SUPPRESSION_KINDS,
  SUPPRESSION_REASONS,
  type SuppressionReason,
} from '@overture/domain/suppressions/suppressions';
import { suppressionReasonLabel } from '../../lib/labels/lead/suppression-reason.ts';
import { t } from './texts.ts';
import type { ShownKind } from './use-suppressions.ts';

export type View = 'suppressed' | 'lifted';

export function ViewSwitch({ value, onChange }: { value: View; onChange: (value: View) => void }) {
  return (
    <SegmentedControl
      aria-label={t('view')}
      value={value}
      onChange={(chosen) => onChange(chosen as View)}
      data={[
        { value: 'suppressed', label: t('view_suppressed') },
        { value: 'lifted', label: t('view_lifted') },
      ]}
    />
  );
}

interface ChoiceProps<Value> {
  value: Value | null;
  onChange: (value: Value | null) => void;
}

export function KindSelect({ value, onChange }: ChoiceProps<ShownKind>) {
  return (
    <Select
      aria-label={t('kind')}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === null || chosen === 'all' ? null : (chosen as ShownKind))}
      data={[
        { value: 'all', label: t('kind_all') },
        ...[...SUPPRESSION_KINDS, 'domain' as const].map((kind) => ({ value: kind, label: t(`kind_${kind}`) })),
      ]}
      allowDeselect={false}
      className="w-44"
    />
  );
}

export function ReasonSelect({ value, onChange }: ChoiceProps<SuppressionReason>) {
  return (
    <Select
      aria-label={t('reason')}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === null || chosen === 'all' ? null : (chosen as SuppressionReason))}
      data={[
        { value: 'all', label: t('reason_all') },
        ...SUPPRESSION_REASONS.map((reason) => ({ value: reason, label: suppressionReasonLabel(reason) })),
      ]}
      allowDeselect={false}
      className="w-44"
    />
  );
}
