/** Days an organization's people have to set one up once it is required, or since they came. */
export const SECOND_FACTOR_GRACE_IN_DAYS = 7;

/** Whom the installation itself asks for a second factor (`REQUIRE_SECOND_FACTOR`). */
export const SECOND_FACTOR_POLICIES = ['off', 'admins', 'all'] as const;
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number];
