import { expect, test } from 'vitest';
import { parseQueueId } from './smtp-connection.api.ts';

test.each([
  ['250 2.0.0 Ok: queued as 4XyZ1b2c3dz9qK', '4XyZ1b2c3dz9qK'],
  ['250 2.0.0 Ok: queued as 4F2A91C0B3', '4F2A91C0B3'],
  ['250 OK id=1d18ZP-0000cF-9f', '1d18ZP-0000cF-9f'],
  ['250 2.0.0 0ASBC6UQ019557 Message accepted for delivery', '0ASBC6UQ019557'],
  [
    '250 Ok 0102019a0b1c2d3e-1a2b3c4d-1a2b-1a2b-1a2b-1a2b3c4d5e6f-000000',
    '0102019a0b1c2d3e-1a2b3c4d-1a2b-1a2b-1a2b-1a2b3c4d5e6f-000000',
  ],
  ['250 OK <0102019a0b1c2d3e-000000@eu-west-1.amazonses.com>', '0102019a0b1c2d3e-000000'],
  ['250 2.0.0 Ok: queued', null],
  ['250 Great success', null],
  ['250 Ok: queued as awaiting-delivery', null],
  ['250 2.6.0 <ours@sender.example> [InternalId=123] Queued mail for delivery', null],
  ['', null],
])('%s', (answer, id) => expect(parseQueueId(answer)).toBe(id));
