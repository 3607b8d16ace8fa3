import type { CrmPort, CrmPorts } from '@overture/adapters/crm/crm.port';
import { CRM_VENDORS, standInSettings } from '@overture/adapters/crm/crm-vendors';
import { createMissingCrm } from '@overture/adapters/crm/not-configured.adapter';
import { CRM_TYPES, type CrmType } from '@overture/domain/crm';
import type { Config } from '../kernel/config.ts';
import type { SandboxAddresses } from './sandbox.ts';

type Sandbox = Pick<SandboxAddresses, 'http'> | null;

/** All CRMs: by the settings, by the sandbox, or saying what is missing. */
export function createCrms(config: Config, sandbox: Sandbox, outbound_allow: string): CrmPorts {
  return Object.fromEntries(
    CRM_TYPES.map((type) => [type, createCrm(config, sandbox, outbound_allow, type)]),
  ) as CrmPorts;
}

/** What the sandbox badge says of CRMs. */
export function simulatedCrms(config: Config): string[] {
  return CRM_TYPES.filter((type) => isSimulated(config, type)).map((type) => CRM_VENDORS[type].manifest.label);
}

/** True where a sandbox, if there is one, answers: nothing of the vendor's is set. */
function isSimulated(config: Config, type: CrmType): boolean {
  return Object.values(CRM_VENDORS[type].manifest.settings).every((name) => !config[name]);
}

function createCrm(config: Config, sandbox: Sandbox, outbound_allow: string, type: CrmType): CrmPort {
  const { manifest, create } = CRM_VENDORS[type];
  const { settings } = manifest;
  if (sandbox !== null && isSimulated(config, type)) {
    return create({ ...standInSettings(type, `http://${sandbox.http}`), outbound_allow });
  }
  const [client_id, client_secret] = [config[settings.client_id], config[settings.client_secret]];
  if (!client_id || !client_secret) {
    const missing = [settings.client_id, settings.client_secret].filter((name) => !config[name]);
    return createMissingCrm(manifest, missing);
  }
  const [api_url, auth_url] = [config[settings.api_url], config[settings.auth_url]];
  return create({ client_id, client_secret, api_url, auth_url, outbound_allow });
}
