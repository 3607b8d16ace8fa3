import { describeLinkedin } from './linkedin.conformance.ts';
import { startLinkedinWorld } from './testing/sandbox-world.ts';

describeLinkedin('LinkedIn through Unipile, against the sandbox', () => startLinkedinWorld());
