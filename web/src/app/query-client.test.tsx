// @vitest-environment happy-dom
import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';

test('a save without a network fails immediately, and is not sent later', async () => {
  const send = vi.fn(async () => {
    throw new TypeError('Failed to fetch');
  });
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  const save = new MutationObserver(queryClient, { mutationFn: send });
  await expect(save.mutate()).rejects.toThrow('Failed to fetch');
  onlineManager.setOnline(true);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(send).toHaveBeenCalledOnce();
});
