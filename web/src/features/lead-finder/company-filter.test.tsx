// @vitest-environment happy-dom
import type { DomainFilter } from '@overture/domain/finder/lead-finder';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { show } from '../../lib/testing/show.tsx';
import { CompanyFilter } from './company-filter.tsx';

afterEach(cleanup);

function Filter() {
  const [domains, setDomains] = useState<DomainFilter>({ in: [], not_in: [] });
  return (
    <>
      <CompanyFilter domains={domains} onChange={setDomains} />
      <output>{JSON.stringify(domains)}</output>
      <button type="button" onClick={() => setDomains({ in: [], not_in: [] })}>
        Clear
      </button>
    </>
  );
}

test('a company that left one list is used again in the other, whose text names it', async () => {
  await show(<Filter />, {});
  const [wanted, unwanted] = ['Only these companies', 'Not these companies'].map((name) => screen.getByLabelText(name));
  const fill = (field: HTMLElement | undefined, value: string) => fireEvent.change(field!, { target: { value } });
  const given = () => JSON.parse(document.querySelector('output')?.textContent ?? '');
  fill(wanted, 'a.example');
  fill(unwanted, 'a.example\nb.example');
  fireEvent.blur(unwanted!);
  expect(given()).toEqual({ in: ['a.example'], not_in: ['b.example'] });
  expect(screen.getByText('a.example is in both lists.')).toBeTruthy();
  fill(wanted, '');
  expect(given()).toEqual({ in: [], not_in: ['a.example', 'b.example'] });
  expect(screen.queryByText('a.example is in both lists.')).toBeNull();
  fireEvent.click(screen.getByText('Clear'));
  expect((unwanted as HTMLTextAreaElement).value).toBe('');
});
