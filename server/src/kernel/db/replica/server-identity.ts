/** A place in the write-ahead log, and in which log it is. */
export interface LogPosition {
  /** System identifier and timeline: positions of different logs cannot be compared. */
  log_id: string;
  /** Bytes since the log began. */
  bytes: number;
}

/** What a server says of itself that may be a replica. */
export interface ReplicaAnswer {
  is_in_recovery: boolean;
  acts_as: string;
  system_id: string;
  timeline: number;
  /** Null where the service does not say how far it is. */
  replayed: number | null;
}

/** Sends a statement to a server. */
export type Ask = (text: string) => Promise<{ rows: unknown[] }>;

// Without synchronous_commit others see a commit before it is flushed, so the position of the last insert counts there.
const POSITION = `select (pg_control_system()).system_identifier || '/' || database_timeline() as log_id,
  pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end, '0/0')::float8 as bytes`;

/** What the primary has committed by now. */
export async function loadPosition(askPrimary: Ask): Promise<LogPosition> {
  const { rows } = await askPrimary(POSITION);
  return rows[0] as LogPosition;
}

// A standby writes its timeline into its control file at the next restart point, or when it writes a page: the higher one is right, or old.
const ANSWER = `select pg_is_in_recovery() as is_in_recovery, current_user::text as acts_as,
  (pg_control_system()).system_identifier::text as system_id,
  greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline) as timeline,
  pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as replayed`;

export async function loadReplicaAnswer(askReplica: Ask): Promise<ReplicaAnswer> {
  const { rows } = await askReplica(ANSWER);
  return rows[0] as ReplicaAnswer;
}

/** How far a replica has replayed; null once it is none. */
export async function loadReplayed(askReplica: Ask): Promise<number | null> {
  const { rows } = await askReplica(
    `select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as replayed`,
  );
  return (rows as { replayed: number | null }[])[0]?.replayed ?? null;
}

export type RefusalReason =
  | 'unreachable'
  | 'slow'
  | 'no_replica'
  | 'other_server'
  | 'other_timeline'
  | 'ahead'
  | 'lagging'
  | 'no_position'
  | 'wrong_role';

/** For the log, `doctor` and the admin area. */
export const REFUSALS: Record<RefusalReason, string> = {
  unreachable: 'It cannot be reached.',
  slow: 'It does not answer within two seconds.',
  no_replica: 'It takes changes: it was promoted, or it never was a replica.',
  other_server: 'It is a copy of another server.',
  other_timeline:
    'It follows another timeline than the primary. After a failover it catches up, or has to be made again.',
  ahead: 'It has what the primary lacks: it follows another server.',
  lagging: 'It is more than a minute behind.',
  no_position: 'It does not say how far it has replayed the log of the primary.',
  wrong_role: 'Its sessions do not act as overture_app: name PostgreSQL itself, no pooler.',
};

/** The role of requests: row security holds for it. */
export const ACTS_AS = 'overture_app';

export const MOST_LAG_IN_MS = 60_000;

/**
 * Why a server cannot be read instead of the primary; null if it can.
 * @param primary its position before the replica was asked, and after it
 */
export function findRefusal(
  answer: ReplicaAnswer,
  primary: { before: LogPosition; after: LogPosition },
  lagInMs: number,
): RefusalReason | null {
  const [system_id, timeline] = primary.before.log_id.split('/');
  if (answer.system_id !== system_id) return 'other_server';
  if (!answer.is_in_recovery) return 'no_replica';
  if (answer.acts_as !== ACTS_AS) return 'wrong_role';
  if (answer.replayed === null || timeline === '0') return 'no_position';
  if (primary.after.log_id !== `${answer.system_id}/${answer.timeline}`) return 'other_timeline';
  if (answer.replayed > primary.after.bytes) return 'ahead';
  return lagInMs > MOST_LAG_IN_MS ? 'lagging' : null;
}
