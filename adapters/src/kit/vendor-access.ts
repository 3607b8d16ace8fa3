import { trimTrailing } from '@overture/domain/text/text';

/** What every manifest of a vendor behind an address says of itself and of the settings by which an operator sets it up. */
export type VendorManifest = {
  id: string;
  label: string;
  scopes: readonly string[];
  /** Names of the settings. Without the key it is not asked; null where the address alone sets it up. */
  settings: { readonly api_key: string | null; readonly api_url: string };
  /** Where it answers unless the setting names another address; null where the operator must name it. */
  address: string | null;
};

/** Empty key: the vendor takes none. */
export type VendorAccess = { api_url: string; api_key: string };

export type SettingOf<Manifest extends VendorManifest> = NonNullable<Manifest['settings']['api_key' | 'api_url']>;

/**
 * Null for a vendor that is not set up.
 * @throws Error naming an address that is none
 */
export function parseVendorAccess<Manifest extends VendorManifest>(
  { settings, address }: Manifest,
  environment: { readonly [Name in SettingOf<Manifest>]?: string | undefined },
): VendorAccess | null {
  const given: Readonly<Record<string, string | undefined>> = environment;
  const named = given[settings.api_url];
  if (named !== undefined && !/^https?:$/.test(URL.parse(named)?.protocol ?? '')) {
    throw new Error(`${settings.api_url} must be an http or https address.`);
  }
  const api_key = settings.api_key === null ? '' : given[settings.api_key];
  const api_url = named ?? address;
  return api_key === undefined || api_url === null ? null : { api_url: trimTrailing(api_url, '/'), api_key };
}
