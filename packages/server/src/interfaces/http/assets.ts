// The style sheet and the scripts of the site. Their path holds a hash of what they are, so that a browser may keep them
// for good; under any other hash nothing is kept.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { prepare } from './static-reply.ts'

// In the order in which they overrule each other.
const STYLES = ['tokens', 'base', 'frame', 'parts', 'forms', 'charts', 'play']
const SCRIPTS = ['copy', 'again', 'passkey', 'live', 'renew'] as const

// The same way up from src/ and from dist/.
const readAsset = (path: string): string =>
  readFileSync(new URL(`../../../assets/${path}`, import.meta.url), 'utf8')

const readStyle = (name: string): string => readAsset(`look/${name}.css`)

/** The values that every page is made of, for pages with a style sheet of their own. */
export const readTokens = (): string => readStyle('tokens')

const styleSheet = STYLES.map(readStyle).join('\n')
const scripts = new Map(SCRIPTS.map((name) => [name, readAsset(`site/${name}.mjs`)]))

const version = createHash('sha256')
  .update([styleSheet, ...scripts.values()].join('\0'))
  .digest('base64url')
  .slice(0, 12)

const folder = `/assets/${version}`

export const STYLE_URL = `${folder}/site.css`

export type ScriptName = (typeof SCRIPTS)[number]
export const scriptUrl = (name: ScriptName): string => `${folder}/${name}.mjs`

const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }

export const mountSiteAssets = (app: FastifyInstance): void => {
  app.get(STYLE_URL, prepare({ type: 'text/css; charset=utf-8', headers: KEPT, make: () => styleSheet }))
  for (const [name, text] of scripts) {
    app.get(
      scriptUrl(name),
      prepare({ type: 'text/javascript; charset=utf-8', headers: KEPT, make: () => text }),
    )
  }
}
