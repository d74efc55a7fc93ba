// Holds openapi.json against Spectral's rules for OpenAPI, warnings and hints included.
import { readFileSync } from 'node:fs'
import core from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

const spectral = new core.Spectral()
spectral.setRuleset({ extends: [[rulesets.oas, 'recommended']] })

const lint = async (document) =>
  (await spectral.run(document)).map(({ code, path, message }) => `${code}: ${path.join('/')}: ${message}`)

const document = JSON.parse(readFileSync('openapi.json', 'utf8'))
const { version: _, ...info } = document.info
if ((await lint({ ...document, info })).length === 0) throw new Error('Spectral does not see a planted fault')

const found = await lint(document)
if (found.length > 0) {
  console.error(found.join('\n'))
  process.exitCode = 1
}
