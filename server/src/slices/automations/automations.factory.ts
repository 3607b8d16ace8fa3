import type { TeamChatPort, TeamMessage } from '@overture/adapters/team-chat/team-chat.port';
import type { SystemContext } from '../../kernel/context.ts';
import { decideRuns } from './runs/decide-runs.service.ts';
import { runNext } from './runs/run-automations.service.ts';

export const SLACK_ADDRESS = 'https://hooks.slack.com/services/T1/B1/secret';

/** A team's chat for tests: it keeps what was posted and fails as the test says. */
export function createTestChat(): TeamChatPort & { posted: TeamMessage[]; fail: (() => unknown) | null } {
  const chat = {
    posted: [] as TeamMessage[],
    fail: null as (() => unknown) | null,
    refuseUrl: (url: string) => (url.startsWith('https://hooks.slack.com/services/') ? null : 'No address.'),
    escape: (text: string) => text.replaceAll('<', '&lt;'),
    async post(message: TeamMessage): Promise<void> {
      const error = chat.fail?.();
      if (error) throw error;
      chat.posted.push(message);
    },
    close: async () => undefined,
  };
  return chat;
}

const { signal } = new AbortController();

/** Decides and carries out what is due, until nothing is. */
export async function runAllDue(ctx: SystemContext): Promise<void> {
  do await decideRuns(ctx, signal);
  while (await runNext(ctx, signal));
}
