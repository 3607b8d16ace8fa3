import { ProviderError } from '../kit/errors.ts';
import type { CrmManifest, CrmPort } from './crm.port.ts';

/** A CRM this installation is not set up for: nothing is written, nothing is lost. */
export function createMissingCrm(manifest: CrmManifest, missing_settings: string[]): CrmPort {
  const refuse = async (): Promise<never> => {
    throw new ProviderError('unavailable', `${manifest.label} is not configured.`, { concerns: 'service' });
  };
  const refuseNow = (): never => {
    throw new ProviderError('rejected', `Not configured: ${missing_settings.join(', ')}.`, { concerns: 'service' });
  };
  return {
    manifest,
    oauth: {
      is_configured: false,
      missing_settings,
      createAuthorizationUrl: refuseNow,
      exchangeCode: refuse,
      refreshTokens: refuse,
      revokeTokens: async () => {},
      readUninstall: () => null,
    },
    readAccount: refuse,
    listFields: refuse,
    listBoards: refuse,
    prepareTarget: refuse,
    findContacts: refuse,
    writeContacts: refuse,
    hasNote: refuse,
    writeNote: refuse,
    listStages: refuse,
    hasDeal: refuse,
    openDeal: refuse,
    setStage: refuse,
    markDoNotContact: refuse,
    deleteContact: refuse,
    findOwner: refuse,
    listOwners: refuse,
    listPeople: refuse,
    close: async () => {},
  };
}
