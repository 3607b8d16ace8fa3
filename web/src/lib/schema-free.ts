/**
 * Stands in for zod inside the contract when the contract is bundled for the browser. The client needs an endpoint's method
 * and path; its types come from the compiler and its checking from the server, so 24 KB of schemas stay out of every page.
 * Any property and any call gives the same value again, whatever the contract builds with it.
 */
const schema: unknown = new Proxy(() => schema, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => 'schema' : name === 'then' ? undefined : schema),
  apply: () => schema,
});

export const z = schema;
