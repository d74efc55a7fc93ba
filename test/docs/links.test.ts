// Every link from one document to another, or to a heading, leads to something that is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { repository } from '../support/planted.ts'

const folders = ['.', 'docs', 'test', 'packages/client']
const documents = folders
  .flatMap((folder) => readdirSync(join(repository, folder)).map((name) => join(repository, folder, name)))
  .filter((path) => path.endsWith('.md'))

const read = (path: string): string => readFileSync(path, 'utf8')

/** Without what only looks like a link or a heading. */
const withoutCode = (text: string): string => text.replaceAll(/^ *```.*?^ *```$/gms, '')

/** The names by which headings are linked to, as GitHub makes them. */
const listAnchors = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )

const listLinks = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))

const findFault = (path: string, link: string): string | undefined => {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? path : join(dirname(path), file)
  if (!existsSync(target)) return `${relative(repository, path)}: there is no ${link}`
  const isMissing = anchor !== undefined && !listAnchors(read(target)).includes(anchor)
  return isMissing ? `${relative(repository, path)}: there is no heading ${link}` : undefined
}

it('the links of the documents lead to something', () => {
  const links = documents.flatMap((path) => listLinks(read(path)).map((link) => ({ path, link })))
  expect(links.length).toBeGreaterThan(50)
  expect(links.flatMap(({ path, link }) => findFault(path, link) ?? [])).toEqual([])
})
