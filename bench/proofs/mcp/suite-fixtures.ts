import { MissingRequiredClientCapabilityError, Server } from '@modelcontextprotocol/server';
import { ASKING_PROMPT, ASKING_TOOLS, listNextQuestions } from './suite-inputs.ts';

/**
 * The tools, resources and prompts that the official conformance suite calls by name. The proof loads this module into the real program
 * (`--import`): it adds them where the library registers the handlers of our server. Everything else is answered by the product.
 */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (words: string) => ({ type: 'text', text: words });
const image = { type: 'image', data: PIXEL, mimeType: 'image/png' };
const embedded = (uri: string) => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource.' },
});

interface Given {
  params?: { name?: string; uri?: string; arguments?: Record<string, string>; ref?: { name?: string } };
}
interface CallContext {
  mcpReq: {
    _meta?: { progressToken?: string | number };
    envelope?: { 'io.modelcontextprotocol/clientCapabilities'?: Record<string, object> };
    notify(notification: { method: string; params: object }): Promise<void>;
    inputResponses?: Record<string, unknown>;
    requestState(): unknown;
  };
}
type Handle = (given: Given, context: CallContext) => Promise<object>;

const TOOLS: Record<string, (context: CallContext) => Promise<object> | object> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({ content: [embedded('test://embedded-resource')] }),
  test_multiple_content_types: () => ({
    content: [text('Multiple content types test:'), image, embedded('test://mixed-content-resource')],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  test_missing_capability: ({ mcpReq }) => {
    const { sampling } = mcpReq.envelope?.['io.modelcontextprotocol/clientCapabilities'] ?? {};
    if (sampling === undefined)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return { content: [text('The client offers sampling.')] };
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    return { content: [text('Done.')] };
  },
  ...Object.fromEntries(
    Object.keys(ASKING_TOOLS).map((name) => [
      name,
      ({ mcpReq }: CallContext) =>
        listNextQuestions(name, mcpReq) ?? { content: [text('state-ok: everything was answered.')] },
    ]),
  ),
};

const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;
const RESOURCES = [
  { uri: 'test://static-text', name: 'static-text', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static-binary', mimeType: 'image/png' },
];

function findContents(uri: string): object | null {
  const id = TEMPLATE.exec(uri)?.[1];
  if (id !== undefined) return { uri, mimeType: 'application/json', text: JSON.stringify({ id }) };
  if (uri === 'test://static-text') return { uri, mimeType: 'text/plain', text: 'This is a static text resource.' };
  return uri === 'test://static-binary' ? { uri, mimeType: 'image/png', blob: PIXEL } : null;
}

type Arguments = Record<string, string>;
const PROMPTS: Record<string, { takes: string[]; render: (given: Arguments) => object[] }> = {
  test_simple_prompt: { takes: [], render: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    takes: ['arg1', 'arg2'],
    render: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    takes: ['resourceUri'],
    render: ({ resourceUri = '' }) => [embedded(resourceUri), text('Process the embedded resource above.')],
  },
  [ASKING_PROMPT]: { takes: [], render: () => [text('This prompt got its context.')] },
  test_prompt_with_image: { takes: [], render: () => [image, text('Analyze the image above.')] },
};

const append =
  (field: string, added: object[]) =>
  (own: Handle): Handle =>
  async (given, context) => {
    const listed = (await own(given, context)) as Record<string, object[]>;
    return { ...listed, [field]: [...(listed[field] ?? []), ...added] };
  };

/** What happens to the product's handler of a method. */
const EXTENSIONS: Record<string, (own: Handle) => Handle> = {
  'tools/list': append(
    'tools',
    Object.keys(TOOLS).map((name) => ({ name, description: 'For the suite.', inputSchema: { type: 'object' } })),
  ),
  'tools/call': (own) => async (given, context) =>
    (await TOOLS[given.params?.name ?? '']?.(context)) ?? own(given, context),
  'resources/list': append('resources', RESOURCES),
  'resources/templates/list': append('resourceTemplates', [{ uriTemplate: 'test://template/{id}/data', name: 'data' }]),
  'resources/read': (own) => async (given, context) => {
    const contents = findContents(given.params?.uri ?? '');
    return contents ? { contents: [contents] } : own(given, context);
  },
  'prompts/list': append(
    'prompts',
    Object.entries(PROMPTS).map(([name, { takes }]) => ({
      name,
      description: 'For the suite.',
      arguments: takes.map((argument) => ({ name: argument, required: true })),
    })),
  ),
  'completion/complete': (own) => async (given, context) =>
    PROMPTS[given.params?.ref?.name ?? '']
      ? { completion: { values: ['paris', 'park'], total: 2, hasMore: false } }
      : own(given, context),
  'prompts/get': (own) => async (given, context) => {
    const prompt = PROMPTS[given.params?.name ?? ''];
    if (!prompt) return own(given, context);
    const asked = given.params?.name === ASKING_PROMPT ? listNextQuestions(ASKING_PROMPT, context.mcpReq) : null;
    if (asked !== null) return asked;
    const contents = prompt.render(given.params?.arguments ?? {});
    return { messages: contents.map((content) => ({ role: 'user', content })) };
  },
};

type Register = (this: Server, method: string, ...rest: unknown[]) => void;
const register = Server.prototype.setRequestHandler as unknown as Register;
const registerExtended: Register = function (method, ...rest) {
  const extend = EXTENSIONS[method];
  if (!extend) return register.call(this, method, ...rest);
  register.call(this, method, ...rest.slice(0, -1), extend(rest.at(-1) as Handle));
};
Server.prototype.setRequestHandler = registerExtended as unknown as typeof Server.prototype.setRequestHandler;
