// Lets each generator write its code for openapi.json.
import { execFileSync } from 'node:child_process'
import { createClient } from '@hey-api/openapi-ts'
import orval from 'orval'

const input = 'openapi.json'
const runTool = (name, ...args) => execFileSync(`node_modules/.bin/${name}`, args, { stdio: 'inherit' })

runTool('openapi-typescript', input, '--output', 'written/openapi-typescript.ts')
runTool('openapi-zod-client', input, '--output', 'written/zod.ts')
await createClient({
  input,
  output: 'written/hey-api',
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
})
await orval.generate({
  input: { target: input },
  output: { target: 'written/orval.ts', client: 'fetch', mode: 'single', baseUrl: process.env.URL },
})
