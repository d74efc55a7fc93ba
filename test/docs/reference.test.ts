// docs/api.md: its calls are sent, its answers held against the OpenAPI document, its code run on its own signature.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeTable, openApiDocument } from '@challenge-service/contract'
import type { ReplyBody } from '../support/call.ts'
import { requirement } from '../support/requirements.ts'
import { useService } from '../support/service.ts'
import { nameBlock, type Block } from './blocks.ts'
import { takeBlocks } from './runners.ts'
import { runBlock } from './shell.ts'

const references = describeTable()
const findReference = ({ heading }: Block) => references.find(({ title }) => title === heading)

const service = useService('sqlite', { READS_PER_MINUTE: '1000', WRITES_PER_MINUTE: '1000' })
let token: string
let folder: string
beforeAll(async () => {
  token = (await service.token(await service.account({ plan: 'club' }))).token
  folder = mkdtempSync(join(tmpdir(), 'challenge-service-reference-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
})

describe.skipIf(requirement('curl') === undefined)('the calls', () => {
  const send = async (code: string): Promise<ReplyBody> =>
    JSON.parse(
      await runBlock(code.replaceAll(/\bcurl\b/g, 'curl -s'), {
        cwd: folder,
        url: service.url,
        environment: { TOKEN: token },
      }),
    ) as ReplyBody

  const blocks = takeBlocks('calls of the reference')

  it('are one for each endpoint', () => {
    expect(blocks.map(({ heading }) => heading).toSorted()).toEqual(
      references.map(({ title }) => title).toSorted(),
    )
  })

  // The ids in them are those of the documentation, and most of them lead nowhere.
  const refusals = ['not_found', 'forbidden', 'invalid_state', 'conflict']

  it.each(blocks.map((block) => [nameBlock(block), block] as const))(
    '%s is in good form',
    async (_, block) => {
      const { error } = await send(block.code)
      const { code = '', reason = '', message = '' } = error ?? {}
      expect(reason, block.heading).not.toBe('path_unknown')
      expect([...refusals, ''], `${block.heading}: ${message}`).toContain(
        reason === 'event_unknown' ? 'not_found' : code,
      )
    },
  )

  it('would be found out in bad form, or with a path that leads nowhere', async () => {
    const [{ code } = { code: '' }] = blocks.filter(({ heading }) => heading === 'Create challenge')
    const wrong = await send(code.replace('"due_days"', '"due_dais"'))
    expect(wrong.error?.code).toBe('invalid_request')
    const astray = await send(code.replace('/v1/challenges', '/v1/chalenges'))
    expect(astray.error?.reason).toBe('path_unknown')
  })
})

describe('the answers', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(openApiDocument({ version: 'any' }), 'openapi.json')

  /** What the schema of an answer says to a value. */
  const validate = (path: string, method: string, status: number, value: unknown): string => {
    const parts = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      status,
      'content',
      'application/json',
      'schema',
    ]
    const pointer = parts.map((part) => encodeURIComponent(String(part).replaceAll('/', '~1'))).join('/')
    const check = ajv.compile({ $ref: `openapi.json#/${pointer}` })
    return check(value) ? '' : ajv.errorsText(check.errors)
  }

  const blocks = takeBlocks('answers of the reference')
  const ofEndpoints = blocks.filter((block) => findReference(block))

  it.each(ofEndpoints.map((block) => [nameBlock(block), block] as const))(
    '%s fits its schema',
    (_, block) => {
      const reference = findReference(block)
      if (!reference) throw new Error(`${block.heading} is no endpoint`)
      const { endpoint, sample } = reference
      const value: unknown = JSON.parse(block.code)
      expect(validate(endpoint.path, endpoint.method, sample.status, value)).toBe('')
      expect(validate(endpoint.path, endpoint.method, sample.status, { data: 'nothing' })).not.toBe('')
    },
  )

  /** What is shown, and what a service gives or says to it. */
  const others: Readonly<
    Record<string, (code: string) => Promise<readonly [shown: unknown, given: unknown]>>
  > = {
    Authentication: async (code) => {
      const [name = '', value = ''] = code.trim().replace('<ACCESS_TOKEN>', token).split(': ')
      const reply = await service.call('GET', '/v1/me', { headers: { [name.toLowerCase()]: value } })
      return [200, reply.status]
    },
    'Lists and cursors': async (code) => {
      const { body } = await service.call('GET', '/v1/challenges', { token })
      return [Object.keys(JSON.parse(code.replace('[ … ]', '[]')) as object), Object.keys(body)]
    },
    Errors: async (code) => {
      const body = { claim: 'It rains', opponent_email: 'ben@demo.example', stake: 'tea', due_days: 500 }
      const reply = await service.call('POST', '/v1/challenges', { token, body })
      return [(JSON.parse(code) as ReplyBody).error, reply.body.error]
    },
  }

  it.each(blocks.filter((block) => !findReference(block)).map((block) => [nameBlock(block), block] as const))(
    '%s is what a service takes or gives',
    async (_, { heading, code }) => {
      const check = others[heading]
      if (!check) throw new Error(`there is no endpoint ${heading}, and no check for it here`)
      const [shown, given] = await check(code)
      expect(shown).toEqual(given)
    },
  )
})

describe('the signature', () => {
  const blocks = takeBlocks('signature of the reference')
  const findCode = (language: string): string => {
    const found = blocks.filter((block) => block.language === language)
    if (found.length !== 1) throw new Error(`${found.length} blocks of ${language}`)
    return String(found[0]?.code)
  }
  const readLine = (name: string): string =>
    new RegExp(`^${name} +(.*)$`, 'm').exec(findCode('text'))?.[1] ?? ''
  const vector = { secret: readLine('secret'), header: readLine('X-SVC-Signature'), body: readLine('body') }
  const time = Number(/t=(\d+)/.exec(vector.header)?.[1])

  const cases = [
    { ...vector, now: time, genuine: true },
    { ...vector, now: time + 299, genuine: true },
    { ...vector, now: time + 300, genuine: false },
    { ...vector, now: time - 300, genuine: false },
    { ...vector, now: time, body: `${vector.body} `, genuine: false },
    { ...vector, now: time, secret: 'whsec_other', genuine: false },
    { ...vector, now: time, header: 'nonsense', genuine: false },
  ]
  const expected = cases.map(({ genuine }) => genuine)

  it('is that of the secret and the body, in Node', async () => {
    const file = join(folder, 'genuine.mjs')
    writeFileSync(file, findCode('js'))
    const { isGenuine } = (await import(file)) as {
      isGenuine: (secret: string, header: string, body: Buffer, now: number) => boolean
    }
    expect(
      cases.map(({ secret, header, body, now }) => isGenuine(secret, header, Buffer.from(body), now)),
    ).toEqual(expected)
  })

  const python = requirement('python3')
  it.skipIf(python === undefined)('is that of the secret and the body, in Python', async () => {
    const file = join(folder, 'genuine.py')
    const tail =
      'import json, sys\nprint(json.dumps([is_genuine(c["secret"], c["header"], c["body"].encode(), c["now"]) for c in json.loads(sys.argv[1])]))\n'
    writeFileSync(file, `${findCode('python')}\n${tail}`)
    const { stdout } = await promisify(execFile)(python ?? '', [file, JSON.stringify(cases)])
    expect(JSON.parse(stdout)).toEqual(expected)
  })
})
