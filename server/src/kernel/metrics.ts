import { Counter, Gauge, Histogram, type Metric, register } from 'prom-client';

/**
 * What this process counts itself, for Prometheus; what the whole installation shares is read from the database (`app/health`). Labels
 * hold no organization and no address: their values are few and known.
 */

/** Tests build several programs in one process: a metric of the same name is the same metric. */
export function declareMetric<Kind extends Metric>(name: string, create: (name: string) => Kind): Kind {
  return (register.getSingleMetric(name) as Kind | undefined) ?? create(name);
}

const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> =>
  declareMetric(name, () => new Counter({ name, help, labelNames }));

export const requestSeconds = declareMetric(
  'overture_http_request_seconds',
  (name) =>
    new Histogram({
      name,
      help: 'Seconds until a response was sent, by route, method and class of status.',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    }),
);

export const replicaReads = counter(
  'overture_replica_reads_total',
  'Reads that a read replica may answer, by result: replica; or by the primary because it was behind, refused, or failed.',
  'result',
);

export const replicaUsed = declareMetric(
  'overture_replica_used',
  (name) => new Gauge({ name, help: '1 while this process reads the replica, 0 while it is refused or none is set.' }),
);

export const replicaLag = declareMetric(
  'overture_replica_lag_seconds',
  (name) => new Gauge({ name, help: 'How long the primary has had what the replica lacks, at the last check.' }),
);

export const liveSockets = declareMetric(
  'overture_live_sockets',
  (name) => new Gauge({ name, help: 'Open live connections of this process.' }),
);

export const redisUp = declareMetric(
  'overture_redis_up',
  (name) =>
    new Gauge({
      name,
      help: '1 while this process publishes and hears through Redis, by part; absent without REDIS_URL.',
      labelNames: ['part'],
    }),
);

export const missedLiveMessages = declareMetric(
  'overture_live_missed_total',
  (name) =>
    new Counter({ name, help: 'Live messages that no channel announced here; they were found by their sequence.' }),
);

export const loopRounds = counter(
  'overture_loop_rounds_total',
  'Rounds of background loops, by loop and result (done, failed).',
  'loop',
  'result',
);

export const loopSeconds = counter(
  'overture_loop_seconds_total',
  'Seconds that rounds of background loops took.',
  'loop',
);

export const handledEvents = counter(
  'overture_events_handled_total',
  'Domain events that were handled, by type: `lead_replied` counts replies.',
  'type',
);

export const dispatchOutcomes = counter(
  'overture_dispatches_total',
  'Outcomes of messages and LinkedIn actions, by action: confirmed (sent), rejected, unknown, parked (unconfirmed), held, cancelled.',
  'action',
  'outcome',
);

export const webhookTries = counter(
  'overture_webhook_tries_total',
  'Tries to deliver a webhook, by result: delivered, pending (tried again later), failed.',
  'result',
);
