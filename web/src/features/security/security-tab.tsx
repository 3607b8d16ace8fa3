import { Devices } from './devices.tsx';
import { FactorSections } from './factor-sections.tsx';
import { LinkedIdentities } from './linked-identities.tsx';
import classes from './security.module.css';

/** *Account, Security*: second factor, passkeys, recovery codes and the devices that are signed in. */
export function SecurityTab() {
  return (
    <div className={classes.page}>
      <FactorSections />
      <LinkedIdentities />
      <Devices />
    </div>
  );
}
