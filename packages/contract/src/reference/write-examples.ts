// How an endpoint would be called from a program: in TypeScript with the typed client, in Python with nothing but its
// standard library. Both stand alone, with the token in a variable of the environment.
import type { EndpointReference } from './describe.ts'

export const writeTypeScript = ({ name, sample }: EndpointReference, baseUrl: string): string => {
  const input = { ...sample.params, ...sample.query, ...sample.body }
  const written = Object.keys(input).length === 0 ? '' : writeScriptValue(input, '')
  return `import { createClient } from '@challenge-service/client'

const client = createClient({
  baseUrl: ${quoteScript(baseUrl)},
  token: String(process.env.TOKEN),
})

console.log(await client.${name}(${written}))`
}

/** A value as a script has it: names without quotes, texts in single ones. */
const writeScriptValue = (value: unknown, indent: string): string => {
  const deeper = `${indent}  `
  if (typeof value === 'string') return quoteScript(value)
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => writeScriptValue(item, deeper)).join(', ')}]`
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(
    ([key, member]) =>
      `${deeper}${/^[a-z_]\w*$/i.test(key) ? key : quoteScript(key)}: ${writeScriptValue(member, deeper)},`,
  )
  return `{\n${members.join('\n')}\n${indent}}`
}

const quoteScript = (text: string): string => {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
  return `'${inner.replaceAll("'", String.raw`\'`)}'`
}

export const writePython = ({ endpoint, sample }: EndpointReference, baseUrl: string): string => {
  const { method, creates } = endpoint
  const headers = [
    `"Authorization": "Bearer " + os.environ["TOKEN"]`,
    ...(creates ? [`"Idempotency-Key": str(uuid.uuid4())`] : []),
    ...(sample.body ? [`"Content-Type": "application/json"`] : []),
  ]
  return `${['json', 'os', 'urllib.request', ...(creates ? ['uuid'] : [])].map((module) => `import ${module}`).join('\n')}

request = urllib.request.Request(
    ${JSON.stringify(baseUrl + sample.path)},
    method="${method}",
    headers={
${headers.map((header) => `        ${header},`).join('\n')}
    },${sample.body ? `\n    data=json.dumps(${writePythonValue(sample.body, '    ')}).encode(),` : ''}
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["data"])`
}

const words = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
])

/** JSON, but for its three words; texts are written the same in both. */
const writePythonValue = (value: unknown, indent: string): string => {
  const deeper = `${indent}    `
  if (Array.isArray(value)) {
    return `[${value.map((item: unknown) => writePythonValue(item, deeper)).join(', ')}]`
  }
  if (typeof value !== 'object' || value === null) return words.get(value) ?? JSON.stringify(value)
  const members = Object.entries(value).map(
    ([key, member]) => `${deeper}${JSON.stringify(key)}: ${writePythonValue(member, deeper)},`,
  )
  return `{\n${members.join('\n')}\n${indent}}`
}
