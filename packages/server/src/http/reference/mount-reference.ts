// Serves the OpenAPI document and the reference page: without a token, outside the envelope of /v1.
import { readFileSync } from 'node:fs'
import { openApiDocument } from '@challenge-service/contract'
import type { FastifyInstance } from 'fastify'
import { everyOrigin, mountPreflights } from '../cors.ts'
import type { Floor } from '../floor.ts'
import { renderPage } from './page.ts'
import { prepare } from './prepared.ts'

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

// In the order in which they overrule each other.
const STYLES = ['base', 'contents', 'chapters', 'tables', 'code', 'try', 'narrow', 'wide']

// The same way up from src/ and from dist/.
const asset = (name: string): string =>
  readFileSync(new URL(`../../../assets/docs/${name}`, import.meta.url), 'utf8')

export const mountReference = (app: FastifyInstance, { config: { publicUrl } }: Floor): void => {
  app.get(
    '/openapi.json',
    prepare({
      type: 'application/json; charset=utf-8',
      headers: everyOrigin,
      make: () => JSON.stringify(openApiDocument({ serverUrl: publicUrl })),
    }),
  )
  mountPreflights(app, ['/openapi.json'])
  app.get(
    '/docs',
    prepare({
      type: 'text/html; charset=utf-8',
      headers: {
        'content-security-policy': POLICY,
        'referrer-policy': 'no-referrer',
      },
      make: () => renderPage({ publicUrl }),
    }),
  )
  app.get(
    '/docs/style.css',
    prepare({
      type: 'text/css; charset=utf-8',
      make: () => STYLES.map((name) => asset(`style/${name}.css`)).join('\n'),
    }),
  )
  app.get(
    '/docs/script.js',
    prepare({ type: 'text/javascript; charset=utf-8', make: () => asset('script.mjs') }),
  )
}
