import { RequirementSwitch } from '../../features/security/index.ts';
import { SecurityLogPage } from '../../features/security-log/index.ts';

export function SecurityScreen() {
  return <SecurityLogPage settings={<RequirementSwitch />} />;
}
