/** A sequence that the model writes: characters of a goal and of a message, leads that are looked at, and the angles to choose from. */
export const SEQUENCE_LIMITS = {
  goal: 1000,
  message: 8000,
  angles: 3,
  counted_leads: 2000,
  sample_leads: 3,
  knowledge_fields: 20,
} as const;
