import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseFile, readSourceFiles, type SourceFile } from './source-files.ts';

/** What decides when a message leaves, or whether a reply, a hold or a bounce counts. */
const DECIDING =
  /^server\/src\/slices\/(?:outbound|lead-holds|meetings|sending-\w+|campaigns\/(?:run|start|revisions)|chats\/(?:class-reading|classes|forwards|messaging|sync))\/|\/chats\/send-message\.service\.ts$|\/linkedin\/poll-linkedin\.service\.ts$/;
/** Clocks that only show something. */
const SHOWING: readonly string[] = [
  'server/src/slices/campaigns/start/lead-zones.service.ts',
  'server/src/slices/campaigns/revisions/impact.service.ts',
  'server/src/slices/campaigns/revisions/rehearse-revision.service.ts',
];

const isDeciding = ({ path }: SourceFile): boolean =>
  DECIDING.test(path) && !/\.(?:test|factory)\.ts$/.test(path) && !SHOWING.includes(path);
const findClocks = (files: readonly SourceFile[]): string[] =>
  files
    .filter((file) => isDeciding(file) && /\bclock\.now\b|\bnow \} = \w+\.clock\b/.test(file.text))
    .map(({ path }) => path);

test('what is sent goes by the clock of the database (`loadNow`): that of a machine may be hours off', () => {
  expect(findClocks(readSourceFiles(join(import.meta.dirname, '../..')))).toEqual([]);
});

test.each(['const at = tx.clock.now();', 'const { now } = tx.clock;'])('it fires for %s', (text) => {
  const path = 'server/src/slices/outbound/outbound.service.ts';
  expect(findClocks([parseFile(path, text)])).toEqual([path]);
});
