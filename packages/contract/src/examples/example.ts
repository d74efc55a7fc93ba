// What an example is: a call that a person of the story makes, and the answer it gets.
import type { InputOf, ResultOf } from '../endpoint.ts'
import type { EndpointName, endpoints } from '../endpoints.ts'

export interface Example<Input = unknown, Result = unknown> {
  /** What is sent, in path, query and body together. */
  readonly input: Input
  /** What comes back in `data`. */
  readonly result: Result
}

export type ExampleOf<Name extends EndpointName> = Example<
  InputOf<(typeof endpoints)[Name]>,
  ResultOf<(typeof endpoints)[Name]>
>

export type ExamplesOf<Names extends EndpointName> = { readonly [Name in Names]: ExampleOf<Name> }
