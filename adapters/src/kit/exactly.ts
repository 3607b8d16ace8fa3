/** Names of a body, of each of its members where it is one of several. */
type KeysOf<Body> = Body extends unknown ? keyof Body : never;

/** Names in a body that a vendor's published type does not have. */
export type UnknownKeys<Shape, Body> = Exclude<KeysOf<Body>, KeysOf<Shape>>;

/**
 * A request body as its vendor publishes it. `satisfies Shape` does not look at names that are spread in under a condition; this does, and
 * a name the vendor does not know is an error where the body is built. Types only: nothing is checked at run time.
 */
export const exactly =
  <Shape>() =>
  <Body extends Shape>(body: UnknownKeys<Shape, Body> extends never ? Body : never): Body =>
    body;
