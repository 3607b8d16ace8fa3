import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { makeSbom } from '../sbom.ts';
import type { Git } from './git.ts';

/** What is built and so not in Git. Hidden files say from which sources: the first start builds nothing again. */
const BUILT = ['web/dist', 'server/dist'];

export interface Pack {
  archive: string;
  sha256: string;
  sbom: string;
  files: number;
}

/**
 * `overture-VERSION.tar.gz` (the tagged source with the built web application and server), its SHA-256 and its SBOM. Two runs on one commit with
 * the same build give the same bytes: times are those of the commit, and gzip writes none.
 */
export async function pack(root: string, git: Git, version: string, target: string): Promise<Pack> {
  mkdirSync(target, { recursive: true });
  const name = `overture-${version}`;
  const sbom = join(target, `${name}.cdx.json`);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(sbom, `${JSON.stringify(makeSbom(lock), null, 2)}\n`);
  writeFileSync(join(root, 'sbom.cdx.json'), readFileSync(sbom));
  const built = BUILT.flatMap((folder) => listFiles(root, folder));
  const added = ['sbom.cdx.json', ...built].flatMap((file) => [
    `--prefix=${name}/${dirname(file) === '.' ? '' : `${dirname(file)}/`}`,
    `--add-file=${file}`,
  ]);
  const tar = join(target, `${name}.tar`);
  git('archive', '--format=tar', `--output=${tar}`, ...added, `--prefix=${name}/`, `v${version}`);
  const archive = `${tar}.gz`;
  await pipeline(createReadStream(tar), createGzip({ level: 9 }), createWriteStream(archive));
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  const sha256 = hash.digest('hex');
  writeFileSync(`${archive}.sha256`, `${sha256}  ${name}.tar.gz\n`);
  return { archive, sha256, sbom, files: built.length };
}

const listFiles = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
