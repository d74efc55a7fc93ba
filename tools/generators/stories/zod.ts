// The client of openapi-zod-client, which holds every answer against its schemas.
import { isErrorFromAlias } from '@zodios/core'
import { api, createApiClient } from '../written/zod'
import { challenge, creator, opponent, url } from './people'

// The generator does not tell axios that a list is separated by commas.
const paramsSerializer = (queries: Record<string, unknown>): string =>
  Object.entries(queries)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
const client = createApiClient(url, { axiosConfig: { paramsSerializer: { serialize: paramsSerializer } } })

const { data: created } = await client.createChallenge(challenge, { headers: creator })
const params = { id: created.id }

const { data: found } = await client.getChallenge({ params, headers: creator })
console.log(found.status)

const { data: accepted } = await client.acceptChallenge({}, { params, headers: opponent })
console.log(accepted.status)

const { data: listed } = await client.listChallenges({ queries: { status: ['active'] }, headers: creator })
console.log('listed', listed.length)

try {
  await client.acceptChallenge({}, { params, headers: opponent })
} catch (error) {
  if (!isErrorFromAlias(api.api, 'acceptChallenge', error)) throw error
  console.log(error.response.data.error.code, error.response.data.error.reason)
}
