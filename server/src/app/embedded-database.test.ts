import { expect, test } from 'vitest';
import { adviseOnDatabase, explainExit } from './embedded-database.ts';

const at = '2026-11-22 22:10:56.242 UTC [30092]';

test.each([
  [
    'killed',
    `${at} LOG:  database system is ready\n${at} FATAL:  terminating connection due to unexpected postmaster exit`,
    'it ended with SIGKILL',
  ],
  [
    'a full disk',
    `${at} PANIC:  could not write to file "pg_wal/xlogtemp.9": No space left on device\n${at} LOG:  shutting down`,
    'could not write to file "pg_wal/xlogtemp.9": No space left on device',
  ],
  ['silence', '', 'it ended with SIGKILL'],
])('%s is logged in one line', (_, reason, words) => {
  expect(explainExit({ code: null, signal: 'SIGKILL', reason })).toBe(words);
});

test.each([
  [
    'could not write to file "pg_wal/xlogtemp.9": No space left on device',
    'Its disk is full: free some space (df -h /data)',
  ],
  ['could not bind IPv4 address "127.0.0.1": Address already in use', 'Another program has taken its port'],
  ['could not locate a valid checkpoint record at 0/15', 'restore a backup'],
  // Said at every start after a kill: nothing is damaged.
  [
    'invalid record length at 0/1EA0620: expected at least 24, got 0',
    'Its own words are in /data/postgres.log. Look at free disk space',
  ],
  ['it ended with SIGKILL', 'the system may have killed it (dmesg)'],
])('after "%s" it says what to do', (reason, advice) => {
  expect(adviseOnDatabase(reason, '/data', '/data/postgres.log')).toContain(advice);
});
