import type { SystemContext } from '../kernel/context.ts';
import type { SandboxAddresses } from './sandbox.ts';

/** A sample person to sign in with, printed at start. */
export interface SampleSignIn {
  what: string;
  email: string;
  password: string;
}

/** Fills an empty installation with sample organisations; does nothing to one that has people. */
export async function seedSamples(_ctx: SystemContext, _sandbox: SandboxAddresses): Promise<SampleSignIn[]> {
  return [];
}
