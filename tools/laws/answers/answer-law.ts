import { parseSync } from 'oxc-parser';

/**
 * For people who run the program, for models and assistants, for CRMs and public pages, or texts in a language of their own: those of
 * messages, notices and templates.
 */
export const NOT_FOR_SCREENS =
  /\/app\/(?!adapters\.ts|app-info|sending-|files\/)|prompt|\/kernel\/(?:db|metrics|log|config|rounds|tracing|paper)|\/mcp\/|\/payments\/|stripe|\/samples?[/-]|templates\/defaults|\/tour\/|person-file|unsubscribe|\/llm\/|conformance|lead-finder-parse|sentence(?:\.rules|-search)|clickhouse\/(?!clickhouse)|files\/(?:s3|two)|file-scanner\/|read-website|model-class|writing\.rules|draft\.rules|judge|question\.rules|security\/(?:events|advice)|default-segments|sending-day|first-start|organization\/settings\.ts|message\/(?:quote|template\/(?!labels))|csv\/column-guess|kit\/supervise|person-files|access\/|archived-tables|seed-copy-kind|\/push\/push-replies|http\/openapi|score-fixes|referral-draft|sources\/jobs|detect-technologies|monday-items|built-in-tasks|agency\/features|members\.service|integrations\/sync\/events|tool-imports\/import-leads|finder-searches\/index|weekly-mails\/index|saml\/|openid\/|load-leads|booking-message|zones\/|phrases\/|sandbox/;

/** Not said to people who use the program: its log, and errors that end a call as a failure of the program. */
const isAside = (name: string): boolean =>
  /^(?:describe|say|phrase|toSay|meta)$/.test(name) ||
  (/Error$/.test(name) && !/^(?:ApiError|ProviderError)$/.test(name));

const SAID_FIELDS = /^(?:reason|error|problem|detail|evidence|advice|note|why)$/;

interface Node {
  type: string;
  [key: string]: unknown;
}

/** The sentences of a file that a screen may show, with `{}` for their values. */
export function listSentences(path: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, isSaid: boolean): void => {
    if (Array.isArray(node)) for (const item of node) visit(item, isSaid);
    if (!isNode(node) || /^TS(?!As|Satisfies|NonNull)|^Import|^Export(?:All|Specifier)/.test(node.type)) return;
    const text = textOf(node);
    if (text !== null && isSentence(text, isSaid)) found.push(text);
    const name = calledName(node);
    if (isLog(node, code)) return;
    if (node.type === 'TaggedTemplateExpression' || isAside(name)) {
      visit(node.quasi ? (node.quasi as Node).expressions : (node.arguments as Node[]).slice(1), false);
      return;
    }
    const isPassedOn = /^(?:ConditionalExpression|LogicalExpression|ParenthesizedExpression)$/.test(node.type);
    for (const [key, child] of Object.entries(node)) {
      if (typeof child !== 'object' || key === 'key') continue;
      const isOfSaid = node.type === 'Property' && SAID_FIELDS.test(nameOf(node.key));
      visit(child, isOfSaid || name === 'ProviderError' || (isPassedOn && isSaid));
    }
  };
  visit(parseSync(path, code).program, false);
  return [...new Set(found)];
}

const isNode = (node: unknown): node is Node => typeof (node as Node | null)?.type === 'string';

const nameOf = (node: unknown): string => {
  const { name, value, property } = (node ?? {}) as { name?: string; value?: unknown; property?: unknown };
  return name ?? (property ? nameOf(property) : String(value ?? ''));
};

const calledName = ({ type, callee }: Node): string => (/^(?:Call|New)Expression$/.test(type) ? nameOf(callee) : '');

const isLog = (node: Node, code: string): boolean => {
  if (node.type !== 'CallExpression' || !/^(?:info|warn|error|debug|fatal)$/.test(calledName(node))) return false;
  const { start, end } = node.callee as unknown as { start: number; end: number };
  return /\blog\./.test(code.slice(start, end));
};

function textOf({ type, value, quasis }: Node): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null;
  if (type !== 'TemplateLiteral') return null;
  return (quasis as { value: { cooked: string } }[]).map((quasi) => quasi.value.cooked).join('{}');
}

const isSentence = (text: string, isSaid: boolean): boolean =>
  /^[\p{Lu}“{"]/u.test(text) &&
  !/\n|<\w|=>|\\[a-z(]/.test(text) &&
  /[a-z]{2}/.test(text.replace(/\{\w*\}/g, '')) &&
  (isSaid ? / /.test(text) : /(?: [^ ]+){2,}[.!?…]$/.test(text));

/**
 * The English that is left in the German of a sentence: null where there is no German, '' where nothing is left. Four words in a row that both
 * have are English that a pattern took for a value.
 */
export function restOfEnglish(sentence: string, say: (text: string) => string | undefined): string | null {
  // A value before a sentence is a sentence.
  const english = sentence.replace(/\{\}(?= \p{Lu})/gu, 'X1.').replaceAll('{}', '22');
  const german = say(english);
  if (german === undefined) return null;
  const words = english.split(/\s+/);
  const runs = words.slice(3).map((_, at) => words.slice(at, at + 4));
  // Names, which have capitals, are the same in both.
  const english3 = (run: string[]) => run.filter((word) => /^[a-z]/.test(word)).length >= 3;
  return (
    runs
      .filter(english3)
      .map((run) => run.join(' '))
      .find((run) => german.includes(run)) ?? ''
  );
}
