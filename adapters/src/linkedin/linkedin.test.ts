import { describeEvidence } from './evidence.conformance.ts';
import { describeLinkedin } from './linkedin.conformance.ts';
import { describeOutreach } from './outreach.conformance.ts';
import { startLinkedinWorld } from './testing/sandbox-world.ts';

describeLinkedin('LinkedIn through Unipile, against the sandbox', () => startLinkedinWorld());
describeOutreach('Acting on LinkedIn through Unipile, against the sandbox', () => startLinkedinWorld());
describeEvidence('Evidence of what was done on LinkedIn through Unipile, against the sandbox', () =>
  startLinkedinWorld(),
);
