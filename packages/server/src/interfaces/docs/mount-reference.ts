// Serves the OpenAPI document, the reference page and the guides: without a token, outside the envelope of /v1.
import { readFileSync } from 'node:fs'
import { openApiDocument } from '@challenge-service/contract'
import type { FastifyInstance } from 'fastify'
import { thisRelease } from '../../kernel/release.ts'
import { everyOrigin, mountPreflights } from '../http/cors.ts'
import type { ServiceContext } from '../../operations/context.ts'
import { readTokens } from '../http/assets.ts'
import { renderGuidePage } from './guide-page.ts'
import { guides } from './guides.ts'
import { renderPage } from './page.ts'
import { mountPictures } from './pictures.ts'
import { prepare } from '../http/static-reply.ts'
import { makeSearchIndex } from './search-index.ts'

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

const PAGE_HEADERS = { 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' }

// In the order in which they overrule each other.
const STYLES = ['base', 'contents', 'chapters', 'guides', 'tables', 'code', 'try', 'narrow', 'wide']

// The same way up from src/ and from dist/.
const asset = (name: string): string =>
  readFileSync(new URL(`../../../assets/docs/${name}`, import.meta.url), 'utf8')

export const mountReference = (
  app: FastifyInstance,
  { config: { publicUrl, site } }: ServiceContext,
): void => {
  app.get(
    '/openapi.json',
    prepare({
      type: 'application/json; charset=utf-8',
      headers: everyOrigin,
      make: () =>
        JSON.stringify(
          openApiDocument({ version: thisRelease, contact: site.contact, serverUrl: publicUrl }),
        ),
    }),
  )
  mountPreflights(app, ['/openapi.json'])
  const mountPage = (path: string, make: () => string): void => {
    app.get(path, prepare({ type: 'text/html; charset=utf-8', headers: PAGE_HEADERS, make }))
  }
  mountPage('/docs', () => renderPage({ publicUrl, siteName: site.name }))
  for (const guide of guides) mountPage(`/docs/${guide.slug}`, () => renderGuidePage(guide, site.name))
  // Relative, since a proxy may have put /docs under a path of its own.
  app.get('/docs/', (_, reply) => reply.redirect('../docs', 301))
  mountAssets(app)
  mountPictures(app)
}

const mountAssets = (app: FastifyInstance): void => {
  app.get(
    '/docs/style.css',
    prepare({
      type: 'text/css; charset=utf-8',
      make: () => [readTokens(), ...STYLES.map((name) => asset(`style/${name}.css`))].join('\n'),
    }),
  )
  for (const name of ['script', 'search']) {
    app.get(
      `/docs/${name}.js`,
      prepare({ type: 'text/javascript; charset=utf-8', make: () => asset(`${name}.mjs`) }),
    )
  }
  app.get(
    '/docs/search.json',
    prepare({ type: 'application/json; charset=utf-8', make: () => JSON.stringify(makeSearchIndex()) }),
  )
}
