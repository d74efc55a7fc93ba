// The functions of orval, with its client for fetch.
import { acceptChallenge, createChallenge, getChallenge, listChallenges } from '../written/orval'
import { challenge, creator, given, opponent } from './people'

const created = await createChallenge(challenge, undefined, { headers: creator })
const { id } = given(created.status === 201 ? created.data : undefined, created.data).data

const found = await getChallenge(id, undefined, { headers: creator })
console.log(given(found.status === 200 ? found.data : undefined, found.data).data.status)

const accepted = await acceptChallenge(id, {}, undefined, { headers: opponent })
console.log(given(accepted.status === 200 ? accepted.data : undefined, accepted.data).data.status)

const listed = await listChallenges({ status: ['active'] }, { headers: creator })
console.log('listed', given(listed.status === 200 ? listed.data : undefined, listed.data).data.length)

const refused = await acceptChallenge(id, {}, undefined, { headers: opponent })
if (refused.status === 409) console.log(refused.data.error.code, refused.data.error.reason)
