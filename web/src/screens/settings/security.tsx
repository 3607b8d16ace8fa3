import { RequirementSwitch } from '../../features/security/index.ts';
import { SecurityLogPage } from '../../features/security-log/index.ts';

/** `/settings/security`. */
export function SecurityScreen() {
  return <SecurityLogPage settings={<RequirementSwitch />} />;
}
