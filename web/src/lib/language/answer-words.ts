/** Fields in which the server says something of its own. In none of them do people write their messages. */
const SAID =
  /^(?:|.+_)(?:reason|error|problem|problems|detail|evidence|advice|note|notes|why|stopped|pace|forecast_words)$/;
/** What is wrong by field, and the values of an error. */
const SAID_WITHIN = /^(?:details|values)$/;

/** Of research tasks and templates that every organization has; people's own keep their names. */
const NAMES = /^(?:name|alias|description)$/;
const isBuiltIn = (value: Readonly<Record<string, unknown>>): boolean =>
  'required_sources' in value
    ? value.organization_id === null
    : 'first_step' in value && typeof value.description === 'string';

/** An answer of the server with its own sentences as `say` says them, in the fields that hold some; or one sentence. */
export function sayAnswerBy(say: (text: string) => string | undefined): (answer: unknown) => unknown {
  const sayWithin = (value: unknown, isSaid: boolean, areAllSaid = false): unknown => {
    if (typeof value === 'string') return isSaid ? (say(value) ?? value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => sayWithin(item, isSaid));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        sayWithin(
          item,
          areAllSaid || SAID.test(name) || (NAMES.test(name) && isBuiltIn(value as Record<string, unknown>)),
          SAID_WITHIN.test(name),
        ),
      ]),
    );
  };
  return (answer) => sayWithin(answer, typeof answer === 'string');
}
