import { describe, expect, test } from 'vitest';
import { linkedinKey } from './linkedin-address.ts';

describe('addresses of a person as they are copied', () => {
  test.each([
    ['https://www.linkedin.com/comm/in/ada-jansen-0001?midToken=AQ&trk=eml', 'in/ada-jansen-0001'],
    ['https://www.linkedin.com/mwlite/in/ada-jansen-0001', 'in/ada-jansen-0001'],
    ['https://www.linkedin.com/mwlite/profile/in/ada-jansen-0001', 'in/ada-jansen-0001'],
    ['https://www.linkedin.com/in/r%25C3%25A9da-housni-0001', 'in/réda-housni-0001'],
    ['https://www.linkedin.com/in/r%C3%A9da-housni-0001', 'in/réda-housni-0001'],
    ['https://www.linkedin.com/in/ada-jansen-0001,', 'in/ada-jansen-0001'],
    ['https://www.linkedin.com/in/ada-jansen-0001\u200b', 'in/ada-jansen-0001'],
    ['HTTPS://WWW.LINKEDIN.COM/IN/ADA-JANSEN-0001', 'in/ada-jansen-0001'],
    ['https://www.linkedin.com/in/100%25-ada', 'in/100%-ada'],
  ])('%s', (address, key) => {
    expect(linkedinKey(address)).toBe(key);
  });

  test.each(['me/', 'unavailable/', 'null', 'undefined', 'in/ada-jansen-0001'])(
    '/in/%s is a placeholder, not a profile',
    (path) => {
      expect(linkedinKey(`https://www.linkedin.com/in/${path}`)).toBeNull();
    },
  );
});
