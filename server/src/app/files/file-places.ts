import { join } from 'node:path';
import type { FilesPlace, FilesPort } from '@overture/adapters/files/files.port';
import { createLocalFiles } from '@overture/adapters/files/local/local.adapter';
import { createS3Files } from '@overture/adapters/files/s3/s3.adapter';
import { createFilesInTwoPlaces } from '@overture/adapters/files/two-places';
import type { Config } from '../../kernel/config.ts';

export interface FilePlaces {
  folder: FilesPlace;
  /** Null where no bucket is set. */
  bucket: FilesPlace | null;
  /** Saves in the one that FILES_STORE names, and reads in both. */
  files: FilesPort;
}

export function openFilePlaces(config: Config): FilePlaces {
  const folder = createLocalFiles(join(config.DATA_DIR, 'files'));
  const bucket = openBucket(config);
  if (bucket === null) return { folder, bucket, files: folder };
  return { folder, bucket, files: createFilesInTwoPlaces({ folder, bucket, saves_in: config.FILES_STORE }) };
}

function openBucket(config: Config): FilesPlace | null {
  const { FILES_S3_BUCKET: bucket, FILES_S3_ACCESS_KEY_ID: id, FILES_S3_SECRET_ACCESS_KEY: secret } = config;
  if (bucket === undefined || id === undefined || secret === undefined) return null;
  return createS3Files({
    endpoint: config.FILES_S3_ENDPOINT ?? null,
    bucket,
    region: config.FILES_S3_REGION,
    access_key_id: id,
    secret_access_key: secret,
    path_style: config.FILES_S3_PATH_STYLE === 'on',
  });
}
