// Every fenced block of code in every document of the repository, with where it stands.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../support/planted.ts'

export interface Block {
  /** Its path from the root of the repository. */
  readonly document: string
  readonly line: number
  /** What stands after the fence; empty where nothing does. */
  readonly language: string
  /** The nearest heading above it. */
  readonly heading: string
  /** The comment right above it, which no reader sees. */
  readonly mark: string
  /** Without the indent of a list that it stands in. */
  readonly code: string
}

const FENCE = /^( *)(`{3,})(\w*)$/
const MARK = /^ *<!-- (.*) -->$/

export const readBlocks = (document: string, text: string): readonly Block[] => {
  const blocks: Block[] = []
  let heading = ''
  let mark = ''
  let open: (Pick<Block, 'line' | 'language'> & { indent: string; fence: string; body: string[] }) | undefined
  for (const [at, line] of text.split('\n').entries()) {
    if (open && line.trim() === open.fence) {
      const code = open.body.map((one) => `${one}\n`).join('')
      blocks.push({ document, line: open.line, language: open.language, heading, mark, code })
      open = undefined
      mark = ''
    } else if (open) {
      open.body.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line)
    } else {
      const [, indent, fence, language] = FENCE.exec(line) ?? []
      if (indent !== undefined && fence !== undefined && language !== undefined) {
        open = { line: at + 1, language, indent, fence, body: [] }
      } else if (line.trim() !== '') mark = MARK.exec(line)?.[1] ?? ''
      heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading
    }
  }
  if (open) throw new Error(`${document}:${open.line} begins a block that does not end`)
  return blocks
}

const listDocuments = (): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: repository,
    encoding: 'utf8',
  })
    .split('\n')
    // A file that was removed is listed until the removal is committed.
    .filter((path) => path !== '' && existsSync(join(repository, path)))

export const listBlocks = (): readonly Block[] =>
  listDocuments().flatMap((path) => readBlocks(path, readFileSync(join(repository, path), 'utf8')))

export const nameBlock = ({ document, line }: Block): string => `${document}:${line}`
