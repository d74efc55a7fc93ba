// The functions of @hey-api/openapi-ts.
import { acceptChallenge, createChallenge, getChallenge, listChallenges } from '../written/hey-api'
import { client } from '../written/hey-api/client.gen'
import { challenge, creator, given, opponent, url } from './people'

client.setConfig({ baseUrl: url })

const created = await createChallenge({ body: challenge, headers: creator })
const { id } = given(created.data, created.error).data
const path = { id }

const found = await getChallenge({ path, headers: creator })
console.log(given(found.data, found.error).data.status)

const accepted = await acceptChallenge({ path, headers: opponent })
console.log(given(accepted.data, accepted.error).data.status)

const listed = await listChallenges({ query: { status: ['active'] }, headers: creator })
console.log('listed', given(listed.data, listed.error).data.length)

const refused = await acceptChallenge({ path, headers: opponent })
console.log(refused.error?.error.code, refused.error?.error.reason)
