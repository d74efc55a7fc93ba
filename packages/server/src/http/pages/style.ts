// The style sheet of the pages behind links: the colours and type of the site, in a single column.
import { createHash } from 'node:crypto'
import { readLook, readTokens } from '../site/site-assets.ts'

export const STYLE_PATH = '/a/style.css'

export const styleSheet = [readTokens(), readLook('answers')].join('\n')

/** So that a new stylesheet is fetched, however long the old one may be kept. */
export const styleVersion = createHash('sha256').update(styleSheet).digest('base64url').slice(0, 12)
