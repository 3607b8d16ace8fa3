// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, press, refusal, show } from '../../lib/testing/show.tsx';
import { EmailForm } from './email-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a server error about the new address appears at its field', async () => {
  const details = { new_email: 'Please enter a valid email address.' };
  await show(<EmailForm email="ada@example.com" pending={null} />, {
    'PUT /user/email/': refusal(400, 'validation_failed', 'Please check the highlighted fields.', details),
  });
  const field = await screen.findByLabelText('New email');
  fill(field, 'foo');
  fill(screen.getByLabelText('Current password'), 'secret-word');
  await press('Update email');
  expect(await screen.findByText(details.new_email)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});
