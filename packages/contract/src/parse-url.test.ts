import { expect, it } from 'vitest'
import { normalizeAddress } from './address.ts'
import { parseUrl } from './parse-url.ts'
import { isWebUrl } from './web-url.ts'

// So often that the process has compiled whatever decides.
const OFTEN = 20_000

it('letters outside ASCII are read alike however often they are', () => {
  const wrong = Array.from({ length: OFTEN }, (_, at) => at).filter(
    () =>
      !isWebUrl('https://bücher.example.com/') ||
      !isWebUrl('https://hooks.example.com/') ||
      normalizeAddress('a@bücher.example') !== 'a@xn--bcher-kva.example',
  )
  expect(wrong).toEqual([])
})

it('what is no absolute URL is none', () => {
  expect(parseUrl('/x')).toBeUndefined()
  expect(parseUrl('https://a.example/x')?.pathname).toBe('/x')
})
