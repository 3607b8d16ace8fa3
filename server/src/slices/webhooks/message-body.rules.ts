import { toThinData } from '@overture/contract/webhook-events';
import type { WEBHOOK_MODES } from '@overture/domain/webhooks';

export interface StoredMessage {
  id: number;
  message_id: string;
  type: string;
  data: Record<string, unknown>;
  /** ISO instant. */
  occurred_at: string;
}

/** What is posted. It depends on the stored message alone: a retry and a replay have the same bytes. */
export function renderBody(
  organization_id: number,
  mode: (typeof WEBHOOK_MODES)[number],
  { id, message_id, type, data, occurred_at }: StoredMessage,
): string {
  return JSON.stringify({
    id: message_id,
    type,
    timestamp: new Date(occurred_at).toISOString(),
    organization_id,
    sequence: id,
    data: mode === 'thin' ? toThinData(data) : data,
  });
}
