import { expect, test } from 'vitest';
import { nameDevice, nameLocation } from './sessions.service.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['', 'Unknown device'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['\u0000<script>'.repeat(100_000), 'scriptscriptscriptscriptscriptscriptscri'],
])('names the device of %j', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name);
});

test.each([
  ['8.8.8.8', 'United States'],
  ['::ffff:8.8.8.8', 'United States'],
  ['145.97.39.155', 'Netherlands'],
  ['127.0.0.1', 'Private network'],
  ['10.1.2.3', 'Private network'],
  ['::1', 'Private network'],
  ['fd00::1', 'Private network'],
  ['2001:4860:4860::8888', 'Unknown place'],
  ['255.255.255.255', 'Unknown place'],
  ['not an address', 'Unknown place'],
  ['', 'Unknown place'],
])('names the place of %s', (ip, place) => {
  expect(nameLocation(ip)).toBe(place);
});
