import type { z } from 'zod';

/** Names of a body, of each of its members where it is one of several. */
type KeysOf<Body> = Body extends unknown ? keyof Body : never;

/** The type of a published name, in the members that have it. */
type At<Shape, Name> = Shape extends unknown ? (Name extends keyof Shape ? NonNullable<Shape[Name]> : never) : never;

/** Names in a body that a vendor's published type does not have, also in its inner objects and lists. */
export type UnknownKeys<Shape, Body> = 0 extends 1 & Shape
  ? never
  : Body extends readonly (infer Entry)[]
    ? Shape extends readonly (infer Published)[]
      ? UnknownKeys<Published, Entry>
      : never
    : Body extends object
      ? { [Name in keyof Body]-?: UnknownUnder<Shape, Name, NonNullable<Body[Name]>> }[keyof Body]
      : never;

type UnknownUnder<Shape, Name, Value> = Name extends KeysOf<Shape> ? UnknownKeys<At<Shape, Name>, Value> : Name;

/**
 * A request body as its vendor publishes it. `satisfies Shape` does not look at names that are spread in under a condition; this does, and
 * a name the vendor does not know is an error where the body is built. Types only: nothing is checked at run time.
 */
export const exactly =
  <Shape>() =>
  <Body extends Shape>(body: UnknownKeys<Shape, Body> extends never ? Body : never): Body =>
    body;

/** A schema of a response that reads only names its vendor publishes. Types only, as `exactly`. */
export const readsOnly =
  <Shape>() =>
  <Schema extends z.ZodType>(schema: UnknownKeys<Shape, z.input<Schema>> extends never ? Schema : never): Schema =>
    schema;
