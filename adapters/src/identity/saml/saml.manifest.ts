/** SAML 2.0 of any provider, with signed responses by POST. */
export const samlManifest = {
  id: 'saml',
  label: 'SAML 2.0',
  settings: [],
  limits: {
    timeout_in_ms: 10_000,
    max_metadata_in_bytes: 500_000,
    /** A question is waited for. */
    question_lives_in_ms: 10 * 60_000,
    /** Clocks may differ by so much; an assertion may be so old. */
    clock_skew_in_ms: 60_000,
    assertion_age_in_ms: 5 * 60_000,
    max_certificates: 10,
    /** Real ones have some hundred elements, seven deep, in 5 to 15 KB; each group of a person adds one element of about 100 characters. */
    max_response_in_characters: 64 * 1024,
    max_elements: 1_000,
    max_depth: 30,
    max_attributes: 50,
  },
} as const;
