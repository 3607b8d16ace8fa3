type Search = Record<string, unknown>;

/** A text parameter, or undefined when it is not there. */
export function textParam(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A flag parameter: `true` is on, everything else is off. */
export function flagParam(search: Search, name: string): true | undefined {
  return search[name] === 'true' || search[name] === true ? true : undefined;
}

/** A positive whole number, or undefined. */
export function idParam(search: Search, name: string): number | undefined {
  const value = Number(search[name]);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}
