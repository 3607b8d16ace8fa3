import type { StepType } from '../flow/step-types.ts';

/** A sequence that the model writes: characters of a goal and of a message, leads that are looked at, and the angles to choose from. */
export const SEQUENCE_LIMITS = {
  goal: 1000,
  message: 8000,
  angles: 3,
  counted_leads: 2000,
  sample_leads: 3,
  knowledge_fields: 20,
  why: 200,
} as const;

/** How long the messages are. The first email has 50 to 90 words if nothing else is asked for. */
export const SEQUENCE_LENGTHS = ['short', 'medium', 'long'] as const;
export type SequenceLength = (typeof SEQUENCE_LENGTHS)[number];
export const DEFAULT_SEQUENCE_LENGTH: SequenceLength = 'medium';

/** Leads that messages are read for before they are used: with all data, without a job title, without company data, and from another place. */
export const SEQUENCE_SAMPLES = ['complete', 'no_title', 'no_company', 'elsewhere'] as const;
export type SequenceSample = (typeof SEQUENCE_SAMPLES)[number];

/** Flows to begin with: few touches and at most three emails, with or without an invite. Days are those after the start. */
export const SEQUENCE_SHAPES = {
  emails: [
    { type: 'EMAIL', day: 0 },
    { type: 'EMAIL', day: 2 },
    { type: 'EMAIL', day: 6 },
  ],
  mixed: [
    { type: 'EMAIL', day: 0 },
    { type: 'LINKEDIN_INVITE', day: 2 },
    { type: 'EMAIL', day: 6 },
    { type: 'EMAIL', day: 13 },
  ],
} as const satisfies Record<string, readonly { type: StepType; day: number }[]>;
export type SequenceShape = keyof typeof SEQUENCE_SHAPES;
