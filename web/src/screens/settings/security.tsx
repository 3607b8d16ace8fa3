import { getRouteApi } from '@tanstack/react-router';
import { useFromAddress } from '../../features/auth/index.ts';
import { SettingSwitches } from '../../features/organization-settings/index.ts';
import { AgencyAccessSwitch, RequirementSwitch } from '../../features/security/index.ts';
import { SecurityLogPage } from '../../features/security-log/index.ts';
import { SsoRow } from '../../features/sso/index.ts';

const route = getRouteApi('/private/settings/security');

export function SecurityScreen() {
  const { sso } = useFromAddress(route.useSearch());
  return (
    <SecurityLogPage
      settings={
        <>
          <SsoRow tried={sso} />
          <RequirementSwitch />
          <AgencyAccessSwitch />
          <SettingSwitches screen="security" />
        </>
      }
    />
  );
}
