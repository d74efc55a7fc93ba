// The types of openapi-typescript, called through openapi-fetch.
import createClient from 'openapi-fetch'
import type { paths } from '../written/openapi-typescript'
import { challenge, creator, given, opponent, url } from './people'

const client = createClient<paths>({ baseUrl: url })

const created = await client.POST('/v1/challenges', { body: challenge, headers: creator })
const { id } = given(created.data, created.error).data
const path = { id }

const found = await client.GET('/v1/challenges/{id}', { params: { path }, headers: creator })
console.log(given(found.data, found.error).data.status)

const accepted = await client.POST('/v1/challenges/{id}/accept', { params: { path }, headers: opponent })
console.log(given(accepted.data, accepted.error).data.status)

const listed = await client.GET('/v1/challenges', {
  params: { query: { status: ['active'] } },
  headers: creator,
})
console.log('listed', given(listed.data, listed.error).data.length)

const refused = await client.POST('/v1/challenges/{id}/accept', { params: { path }, headers: opponent })
console.log(refused.error?.error.code, refused.error?.error.reason)
