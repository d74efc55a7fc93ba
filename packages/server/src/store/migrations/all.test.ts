import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { migrations } from './all.ts'

it('every step that has a file is run, in the order of the numbers', () => {
  const versions = migrations.map(({ version }) => version)
  const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-.*\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const fault = `${file} is never run: add it to the list in packages/server/src/store/migrations/all.ts`
    expect(versions, fault).toContain(Number(file.slice(0, 4)))
  }
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
})
