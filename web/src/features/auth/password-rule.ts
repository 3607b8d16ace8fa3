/** Core-platform 5: at least 8 characters. */
export const minPasswordLength = 8;
