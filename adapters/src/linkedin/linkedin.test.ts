import { describeLinkedin } from './linkedin.conformance.ts';
import { describeOutreach } from './outreach.conformance.ts';
import { startLinkedinWorld } from './testing/sandbox-world.ts';

describeLinkedin('LinkedIn through Unipile, against the sandbox', () => startLinkedinWorld());
describeOutreach('Acting on LinkedIn through Unipile, against the sandbox', () => startLinkedinWorld());
