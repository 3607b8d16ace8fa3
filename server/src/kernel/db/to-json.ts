import { toStorableJson } from '@overture/domain/text/storable-text';

/**
 * JSON for a parameter of a statement. PostgreSQL refuses NUL and half a surrogate pair, and with one of them every row of the statement:
 * both are taken out.
 */
export const toJson = (value: unknown): string => toStorableJson(JSON.stringify(value));
