import { ProviderError } from '../kit/errors.ts';
import type { LinkedinPort } from './linkedin.port.ts';

/** No webhook is believed. */
const NO_WEBHOOKS = {
  isGenuine: () => false,
  parseWebhook: () => null,
  parseNotification: () => {
    throw new ProviderError('rejected', 'LinkedIn is not configured.', { concerns: 'service' });
  },
};

/** LinkedIn where nothing is set: every call says what is missing, and no webhook is believed. */
export function createMissingLinkedin(): LinkedinPort {
  const refuse = async (): Promise<never> => {
    throw new ProviderError('rejected', 'LinkedIn is not configured. Set UNIPILE_API_URL and UNIPILE_API_KEY.', {
      concerns: 'service',
      code: 'not_configured',
    });
  };
  return {
    is_configured: false,
    seats: {
      createHostedLink: refuse,
      signIn: refuse,
      solveCheckpoint: refuse,
      getAccount: refuse,
      listAccounts: refuse,
      deleteAccount: refuse,
      getOwnProfile: refuse,
    },
    reading: { readPage: refuse, getProfile: refuse, getCompany: refuse, searchJobs: refuse },
    outreach: {
      invite: refuse,
      listSentInvitations: refuse,
      withdrawInvitation: refuse,
      listRelations: refuse,
      sendMessage: refuse,
      reply: refuse,
      readAttachment: refuse,
      likeLastPost: refuse,
      listMessagesSince: refuse,
      listChatMessages: refuse,
      getChat: refuse,
      findSentMessage: refuse,
      getInmailBalance: refuse,
    },
    webhooks: { ...NO_WEBHOOKS, registerWebhooks: refuse },
    close: async () => undefined,
  };
}
