// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, show } from '../../lib/testing/show.tsx';
import { SignaturesPage } from './signatures-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const hostile =
  '<p>Hello <img src=x onerror="alert(1)"><svg onload="alert(2)"></svg><script>alert(3)</script><a href="javascript:alert(4)">go</a></p>';

test('a signature is shown without anything that acts, in a frame that runs nothing, and is deleted', async () => {
  let signatures = [{ id: 3, name: 'Sales', signature: '<p>Ada Jansen</p>', may_delete: true }];
  const { sent } = await show(<SignaturesPage />, {
    'GET /signatures/': () => ({ signatures }),
    'PUT /signatures/3/': ({ body }) => {
      const signature = { id: 3, ...(body as { name: string; signature: string }) };
      signatures = [{ ...signature, may_delete: true }];
      return { signature };
    },
    'DELETE /signatures/3/': () => {
      signatures = [];
      return { success: true };
    },
  });
  const frame = async () =>
    (await screen.findAllByTitle('Sales')).find(({ tagName }) => tagName === 'IFRAME') as HTMLIFrameElement;
  expect((await frame()).srcdoc).toContain('Ada Jansen');
  expect((await frame()).getAttribute('sandbox')).not.toContain('allow-scripts');
  await press('Edit Sales');
  const dialog = within(await screen.findByRole('dialog'));
  await press('HTML', 'radio');
  fill(await dialog.findByRole('textbox', { name: 'Signature' }), hostile);
  await press('Save');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(sent('PUT /signatures/3/')).toEqual([{ name: 'Sales', signature: hostile }]);
  const { srcdoc } = await frame();
  expect(srcdoc).toContain('Hello');
  expect(srcdoc.slice(srcdoc.indexOf('<body'))).not.toMatch(/onerror|onload|script|<svg/i);
  await press('Delete Sales');
  await press('Delete');
  expect(await screen.findByText('No signatures yet')).toBeTruthy();
});

test('a user without the delete right can still edit a signature', async () => {
  const mine = { id: 3, name: 'Mine', signature: '<p>Mia</p>', may_delete: true };
  const theirs = { id: 4, name: 'Theirs', signature: '<p>Ada</p>', may_delete: false };
  await show(<SignaturesPage />, { 'GET /signatures/': { signatures: [mine, theirs] } });
  expect(await screen.findByRole('button', { name: 'Delete Mine' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Edit Theirs' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete Theirs' })).toBeNull();
});
