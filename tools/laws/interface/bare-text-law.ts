import { parseSync, Visitor } from 'oxc-parser';

interface Node {
  type: string;
  start: number;
  end: number;
}

interface Words extends Node {
  value?: unknown;
  quasis?: readonly { value: { raw: string } }[];
  operator?: string;
  left?: Words;
  right?: Words;
  consequent?: Words;
  alternate?: Words;
  expression?: Words;
}

/** Attributes and properties whose words people read. */
const READ =
  /^(?:(?:aria-|accessible_?)?(?:label|description|roledescription|valuetext|placeholder)|aria(?:Label|Description)|title|alt|text|message|hint|help|heading|header|caption|subtitle|tooltip|confirm|cancel|empty|empty_text|note|notice|warning|question|answer|summary|nothing_?found(?:_?message)?|children)$/i;

/** A sentence or a name of several words, wherever it is. */
const SENTENCE = /^[A-Z][a-z’']*(?: [\w’'“”(/&-]+[,.:;)]*)+ ?[.!?…]?$/;

/** Words that join values to a sentence. */
const JOINING = /(?:^|\s)(?:to|and|or|of|at|by|from|with|for|on|is|are|was|per|the|not|no|than|until)(?:\s|$)/;

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text.replace(/&\w+;/g, ''));

/** The words that an expression shows: those of its branches and the fixed parts of a template. */
function wordsOf(node: Words | null | undefined): string[] {
  if (!node) return [];
  const { type, value, quasis = [], operator = '' } = node;
  if (type === 'Literal' || type === 'JSXText') return typeof value === 'string' ? [value] : [];
  if (type === 'TemplateLiteral') return quasis.map((part) => part.value.raw);
  if (type === 'BinaryExpression') return operator === '+' ? [...wordsOf(node.left), ...wordsOf(node.right)] : [];
  if (type === 'ConditionalExpression') return [...wordsOf(node.consequent), ...wordsOf(node.alternate)];
  if (type === 'LogicalExpression') return wordsOf(node.right).concat(operator === '&&' ? [] : wordsOf(node.left));
  return wordsOf(node.expression);
}

interface Called extends Node {
  name?: string;
  object?: Called;
}

/** What programmers read, or what the texts files hold. */
const isForeign = (callee: Called): boolean =>
  callee.type === 'Super' || /^(?:defineTexts|say|phrase|\w*Error|console)$/.test((callee.object ?? callee).name ?? '');

const isToast = (callee: Called): boolean => callee.object?.name === 'toast';

/** Words in a file of the interface that no text file holds: no language but English would show them. */
export function findBareTexts(path: string, code: string): string[] {
  const found: { start: number; text: string }[] = [];
  const foreign: Node[] = [];
  const settings = new Set<number>();
  const shows = ({ start }: Node, words: readonly string[]): void => {
    for (const text of words) if (hasWords(text)) found.push({ start, text: text.trim().replace(/\s+/g, ' ') });
  };
  const leaveOut = (callee: Called, call: Node): void => {
    if (isForeign(callee)) foreign.push(call);
  };
  new Visitor({
    JSXText: (node) => shows(node, [node.value]),
    JSXExpressionContainer(node) {
      if (!settings.has(node.start)) shows(node, wordsOf(node as Words));
    },
    JSXAttribute({ name, value }) {
      if (!value || value.type === 'JSXElement') return;
      if (!READ.test(String(name.name))) settings.add(value.start);
      else if (value.type === 'Literal') shows(value, wordsOf(value as Words));
    },
    Property({ key, value }) {
      const words = wordsOf(value as Words).filter((text) => !/^[a-z]+(?:_[a-z]+)*$/.test(text));
      // Small letters are the key of a text.
      if (READ.test(String('name' in key ? key.name : 'value' in key && key.value))) shows(value, words);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && id.name === 'uiTexts' && init) foreign.push(init);
    },
    CallExpression(call) {
      leaveOut(call.callee as Called, call);
      if (isToast(call.callee as Called)) shows(call, wordsOf(call.arguments[0] as Words));
    },
    NewExpression: (call) => leaveOut(call.callee as Called, call),
    Literal({ start, end, value }) {
      if (typeof value !== 'string') return;
      if (SENTENCE.test(value) || (JOINING.test(value) && /^\s|\s$/.test(value)))
        shows({ type: '', start, end }, [value]);
    },
    TemplateLiteral(node) {
      const words = wordsOf(node as Words);
      if (words.some((text) => JOINING.test(text))) shows(node, words);
    },
  }).visit(parseSync(path, code).program);
  const texts = found.filter(({ start }) => !foreign.some((span) => span.start <= start && start < span.end));
  return [...new Set(texts.map(({ text }) => `${path}: ${text}`))];
}
