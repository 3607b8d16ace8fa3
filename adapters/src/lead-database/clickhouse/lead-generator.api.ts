import type { ClickHouseClient } from '@clickhouse/client';

export type SampleOrder = { count: number; seed: number };

export async function fillSamples(
  _client: ClickHouseClient,
  _order: SampleOrder,
  _signal: AbortSignal,
  _onProgress: (generated: number) => void,
): Promise<void> {}
