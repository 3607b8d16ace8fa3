import type { Slice } from '../../kernel/slice.ts';
import { giveBackTask, giveConsentBack, verifierPurpose } from './connect/connect.service.ts';
import { tokensPurpose } from './connect/tokens.service.ts';
import { serveUninstalls } from './connect/uninstall.service.ts';
import { crmWorkTask, runCrmWork, wakeCrmWork } from './push/run-push.job.ts';

export { integrationsRoutes } from './integrations.routes.ts';

export const integrationsSlice: Slice = {
  name: 'integrations',
  sealed: [
    { table: 'integrations', column: 'sealed_tokens', key: 'id', purpose: tokensPurpose },
    { table: 'integration_consents', column: 'sealed_verifier', key: 'state_hash', purpose: verifierPurpose },
  ],
  tasks: { [crmWorkTask]: runCrmWork, [giveBackTask]: giveConsentBack },
  loops: [wakeCrmWork],
  pages: serveUninstalls,
};
