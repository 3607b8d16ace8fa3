/** Fields in which the server says something of its own. In none of them do people write their messages. */
const SAID =
  /^(?:|.+_)(?:reason|error|problem|problems|detail|evidence|advice|note|notes|why|stopped|pace|forecast_words|blocked)$/;
/** What is wrong by field, and the values of an error. */
const SAID_WITHIN = /^(?:details|values)$/;
/** Screens choose by these. */
const CODE = /^[a-z][a-z0-9_]*$/;
/** Within them: how people call something. */
const CALLED =
  /^(?:name|campaign|list|board|column|members?|sender|webhook|file|person|record|text|changed_by|host|domain|email|address)$/;
/** Cells of people by their columns, which may be called `note`; filters; examples of webhook messages. */
const OF_PEOPLE = /^(?:custom|changes|filters|full|thin)$/;

/** Fields that people write, by their sibling fields. People edit these texts: a translated one would be saved. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  note: ['basis', 'by', 'closing_note'],
  closing_note: ['closing_note'],
  why: ['persons_words', 'claims'],
  reason: ['repeats'],
  suspended_reason: ['suspended_reason'],
  // Names: of a file or list, and of the thing of a day.
  detail: ['obtained_at', 'is_overdue'],
};
const isWritten = (value: Readonly<Record<string, unknown>>, name: string): boolean =>
  (WRITTEN[name]?.some((beside) => beside in value) ?? false) ||
  // Of an entry that a person of the team suppressed, except where it names a file.
  (name === 'detail' && Boolean(value.created_by) && !/^From .+\.csv$/i.test(String(value.detail))) ||
  // A column, label or CRM of a card, except where it says what failed.
  (/^(?:from_)?detail$/.test(name) && 'is_by_rule' in value && value.kind !== 'action_failed');

/** Of research tasks and templates that every organization has; people's own keep their names. */
const NAMES = /^(?:name|alias|description)$/;
const isBuiltIn = (value: Readonly<Record<string, unknown>>): boolean =>
  'required_sources' in value
    ? value.organization_id === null
    : 'first_step' in value && typeof value.description === 'string';

/** An answer of the server with its own sentences as `say` says them, in the fields that hold some; or one sentence. */
export function sayAnswerBy(say: (text: string) => string | undefined): (answer: unknown) => unknown {
  const sayWithin = (value: unknown, isSaid: boolean, areAllSaid = false): unknown => {
    if (typeof value === 'string') return isSaid && !CODE.test(value) ? (say(value) ?? value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => sayWithin(item, isSaid));
    const record = value as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      Object.entries(record).map(([name, item]) => {
        if (OF_PEOPLE.test(name)) return [name, item];
        const isOurs = areAllSaid
          ? !CALLED.test(name)
          : (SAID.test(name) && !isWritten(record, name)) || (NAMES.test(name) && isBuiltIn(record));
        return [name, sayWithin(item, isOurs, SAID_WITHIN.test(name))];
      }),
    );
  };
  return (answer) => sayWithin(answer, typeof answer === 'string');
}
