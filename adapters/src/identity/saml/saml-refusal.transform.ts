/** An answer that is refused, and why. */
export class SamlRefusal extends Error {}
