import { describe, expect, test } from 'vitest';
import { findNetworks } from './client-network.ts';

const keys = (address: string): string[] => findNetworks(address).map(({ key, times }) => `${key} x${times}`);

describe('what a limit is counted on', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.7 x1']],
    ['203.0.113.7:4711', ['203.0.113.7 x1']],
    ['::ffff:203.0.113.7', ['203.0.113.7 x1']],
    ['::FFFF:cb00:7107', ['203.0.113.7 x1']],
    ['[::ffff:203.0.113.7]:4711', ['203.0.113.7 x1']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64 x1', '2001:db8:1::/48 x10']],
    ['2001:0DB8:0001:0002::ffff', ['2001:db8:1:2::/64 x1', '2001:db8:1::/48 x10']],
    ['[2001:db8:1:2::9]:443', ['2001:db8:1:2::/64 x1', '2001:db8:1::/48 x10']],
    ['fe80::1%eth0', ['fe80:0:0:0::/64 x1', 'fe80:0:0::/48 x10']],
    ['::1', ['0:0:0:0::/64 x1', '0:0:0::/48 x10']],
    ['unknown', ['unreadable x1']],
    ['', ['unreadable x1']],
    ['1.2.3', ['unreadable x1']],
    ['0x7f.1', ['unreadable x1']],
    ['203.0.113.7, 6.6.6.6', ['unreadable x1']],
    ['x'.repeat(100_000), ['unreadable x1']],
  ])('%s', (address, expected) => {
    expect(keys(address)).toEqual(expected);
  });

  test('a neighbor in the same subnet has the same key, one in another subnet only the wider one', () => {
    const [line, site] = keys('2001:db8:1:2::1');
    expect(keys('2001:db8:1:2:ffff::1')).toEqual([line, site]);
    expect(keys('2001:db8:1:3::1')).toEqual([expect.not.stringContaining(line!), site]);
  });
});
