import pg from 'pg';
import { expect, test } from 'vitest';
import { classifyOutage, DatabaseUnavailable, type OutageKind } from './outage.ts';

const coded = (code: string, message = 'no'): Error => Object.assign(new Error(message), { code });

test.each<[string, Error, OutageKind | null]>([
  ['connection refused', coded('ECONNREFUSED'), 'unreachable'],
  ['every address of the name refuses', new AggregateError([coded('ECONNREFUSED')]), 'unreachable'],
  ['the link breaks', coded('ECONNRESET'), 'unreachable'],
  ['the machine is away', coded('EHOSTUNREACH'), 'unreachable'],
  ['the name is away', coded('EAI_AGAIN'), 'unreachable'],
  ['an administrator ends us', coded('57P01', 'terminating connection due to administrator command'), 'unreachable'],
  ['another backend crashed', coded('57P02'), 'unreachable'],
  ['it is starting', coded('57P03', 'the database system is starting up'), 'unreachable'],
  ['a connection exception', coded('08006'), 'unreachable'],
  ['the client lost it', new Error('Connection terminated unexpectedly'), 'unreachable'],
  [
    'the client is unusable',
    new Error('Client has encountered a connection error and is not queryable'),
    'unreachable',
  ],
  ['no answer to a connect', new Error('timeout expired'), 'unreachable'],
  ['a standby or read-only', coded('25006', 'cannot execute INSERT in a read-only transaction'), 'read_only'],
  ['too many clients', coded('53300', 'sorry, too many clients already'), 'crowded'],
  ['a busy pool', new Error('timeout exceeded when trying to connect'), 'crowded'],
  ['no file descriptors', coded('EMFILE'), 'crowded'],
  ['a full disk', coded('53100', 'could not extend file: No space left on device'), 'full'],
  ['said before', new DatabaseUnavailable('full', 'no room'), 'full'],
  ['a unique violation', coded('23505'), null],
  ['a canceled statement', coded('57014'), null],
  ['a wrong password', coded('28P01'), null],
  ['a missing database', coded('3D000'), null],
  ['idle in a transaction for too long', coded('25P03'), null],
  ['a bug of ours', new TypeError('x is undefined'), null],
])('%s', (_, error, kind) => {
  expect(classifyOutage(error)).toBe(kind);
});

test('what is no error is no outage', () => {
  expect(classifyOutage('ECONNREFUSED')).toBeNull();
  expect(classifyOutage(undefined)).toBeNull();
  expect(classifyOutage(new pg.DatabaseError('x', 1, 'error'))).toBeNull();
});
