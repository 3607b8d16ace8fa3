import { sqlState } from '../../../kernel/errors.ts';

/** Serialization failure, deadlock, lock not available, statement cancelled: the same statement may succeed the next time. */
const CONFLICTS: readonly (string | undefined)[] = ['40001', '40P01', '55P03', '57014'];

/** Whether a transaction failed because of a concurrent one, and not because of its own writes. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(sqlState(error));
}
