import type { FlowChange } from '@overture/domain/flow/flow-changes';
import type { NodeType } from '@overture/domain/flow/step-types';
import { describeDelay } from '../../../lib/labels/campaign/delay-texts.ts';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { t } from './texts.ts';

export interface NamedChange {
  kind: FlowChange['kind'];
  type: NodeType;
  from_hours?: number | null;
  to_hours?: number | null;
}

/** A change in a line: 'Email: 4 days becomes 2 days'. */
export function changeWords({ kind, type, from_hours = null, to_hours = null }: NamedChange): string {
  const step = nodeKindLabel(type);
  if (kind !== 'delay') return t(`change_${kind}`, { step });
  if (from_hours === null || to_hours === null) return t('change_delay_bare', { step });
  return t('change_delay', { step, from: describeDelay(from_hours), to: describeDelay(to_hours) });
}
