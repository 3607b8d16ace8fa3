import type { LinkedinPort } from '../linkedin.port.ts';
import { createOutreach } from './outreach.api.ts';
import { createReading } from './reading.api.ts';
import { createSeats } from './seats.api.ts';
import { createWebhooks } from './unipile.webhook.ts';
import { createUnipileClient, type UnipileSettings } from './unipile-client.api.ts';

/** LinkedIn through Unipile (API version 1). @throws Error for an address that cannot be read */
export function createUnipileLinkedin(
  settings: UnipileSettings & { webhook_secret: string; former_webhook_secrets?: readonly string[] },
): LinkedinPort {
  const client = createUnipileClient(settings);
  return {
    is_configured: true,
    seats: createSeats(client),
    reading: createReading(client),
    outreach: createOutreach(client),
    webhooks: createWebhooks(client, settings.webhook_secret, settings.former_webhook_secrets),
    close: () => client.close(),
  };
}
