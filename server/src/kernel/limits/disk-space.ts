import { statfs } from 'node:fs/promises';
import { TENANT_LIMITS } from '@overture/domain/tenant-limits';
import { ApiError } from '../errors.ts';

export type FindFreeBytes = (directory: string) => Promise<number>;

export const findFreeBytes: FindFreeBytes = async (directory) => {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
};

/** @throws no_room_for_file when a file of this size would leave less than the reserve free */
export async function requireDiskSpace(
  directory: string,
  bytes: number,
  findFree: FindFreeBytes = findFreeBytes,
): Promise<void> {
  if ((await findFree(directory)) - bytes < TENANT_LIMITS.disk_reserve_in_bytes) throw new ApiError('no_room_for_file');
}
