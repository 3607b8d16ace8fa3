import type { CustomType, CustomValue } from '@overture/domain/leads/custom-values';
import { formatDate, formatExact } from '../../lib/format.ts';
import { valueTexts } from './value-texts.ts';

/** A value as people read it. */
export function showCustomValue(type: CustomType, value: CustomValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'boolean') return valueTexts(value ? 'yes' : 'no');
  if (typeof value === 'number') return formatExact(value);
  return type === 'date' ? formatDate(`${value}T00:00:00Z`, 'UTC') : value;
}
