// The parts of an OpenAPI 3.1 document that ours is made of.

export interface Reference {
  readonly $ref: string
}

export type SchemaObject = Readonly<Record<string, unknown>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description?: string
  readonly required?: boolean
  readonly style?: 'form' | 'simple'
  readonly explode?: boolean
  readonly schema: SchemaObject
  readonly example?: unknown
}

export interface Header {
  readonly description: string
  readonly schema: SchemaObject
}

export interface NamedExample {
  readonly summary?: string
  readonly value: unknown
}

export interface MediaType {
  readonly schema: SchemaObject
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, NamedExample>>
}

export type Content = Readonly<Record<string, MediaType>>

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Content
  /** For machines: the reasons of each code that this status can stand for. */
  readonly 'x-reasons'?: Readonly<Record<string, readonly string[]>>
}

export interface PathOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: {
    readonly description?: string
    readonly required: boolean
    readonly content: Content
  }
  readonly responses: Readonly<Record<string, Response | Reference>>
  readonly 'x-scope'?: string
  readonly 'x-rate-class'?: 'read' | 'write'
  readonly 'x-counts-against-quota'?: boolean
  readonly 'x-extension'?: boolean
}

export type PathItem = Readonly<Partial<Record<'get' | 'post' | 'patch' | 'delete', PathOperation>>>

export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary: string
    readonly description: string
    readonly contact: { readonly name: string }
    readonly license: { readonly name: string; readonly identifier: string }
  }
  readonly servers: readonly { readonly url: string; readonly description: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
    readonly responses: Readonly<Record<string, Response>>
    readonly securitySchemes: Readonly<Record<string, SchemaObject>>
  }
}
