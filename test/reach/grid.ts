// Who reaches what, endpoint by endpoint, written by hand. The challenge is one of the group, between its members
// Ana and Ben; what else an endpoint is about belongs to the group too.
//
//   ok      answered            +  -   answered, and the challenge (or group) is in it, or not
//   hidden  404, word for word as for something that does not exist
//   denied  403, someone else may do it        admins  403, only an admin may
//   outside 403, the token's group has no such member
import type { EndpointName } from '@challenge-service/contract'
import { callers, type Caller } from './callers.ts'

//                    by an account of one's own                              by the token of a group
//                    creator opponent observer admin  elsewhere stranger     party  observer admin  stranger  other
// group
const table = `
getMe                 ok      ok       ok       ok     ok        ok           ok     ok       ok     outside   ok
getToken              ok      ok       ok       ok     ok        ok           ok     ok       ok     outside   ok
listChallenges        +       +        -        -      -         -            +      -        -      outside   -
createChallenge       ok      ok       ok       ok     ok        ok           ok     ok       ok     outside   ok
getChallenge          ok      ok       ok       ok     hidden    hidden       ok     ok       ok     outside   hidden
acceptChallenge       denied  ok       denied   denied hidden    hidden       denied denied   denied outside   hidden
resolveChallenge      ok      ok       denied   denied hidden    hidden       ok     denied   denied outside   hidden
cancelChallenge       ok      ok       denied   denied hidden    hidden       ok     denied   denied outside   hidden
disputeChallenge      denied  ok       denied   denied hidden    hidden       denied denied   denied outside   hidden
addEvidence           ok      ok       denied   denied hidden    hidden       ok     denied   denied outside   hidden
supportChallenge      denied  denied   ok       ok     hidden    hidden       denied ok       ok     outside   hidden
getTally              ok      ok       ok       ok     hidden    hidden       ok     ok       ok     outside   hidden
recordTally           ok      ok       denied   denied hidden    hidden       ok     denied   denied outside   hidden
reviewTally           ok      denied   denied   denied hidden    hidden       ok     denied   denied outside   hidden
disputeTally          ok      denied   denied   denied hidden    hidden       ok     denied   denied outside   hidden
resolveTally          denied  ok       denied   denied hidden    hidden       denied denied   denied outside   hidden
listEvents            +       +        -        -      -         -            +      +        +      outside   -
listGroups            +       +        +        +      -         -            +      +        +      outside   -
listMembers           ok      ok       ok       ok     hidden    hidden       ok     ok       ok     outside   hidden
addMember             admins  admins   admins   ok     hidden    hidden       admins admins   ok     outside   hidden
removeMember          admins  admins   admins   ok     hidden    hidden       admins admins   ok     outside   hidden
changeMember          admins  admins   admins   ok     hidden    hidden       admins admins   ok     outside   hidden
listGroupChallenges   +       +        +        +      hidden    hidden       +      +        +      outside   hidden
getGroupStats         ok      ok       ok       ok     hidden    hidden       ok     ok       ok     outside   hidden
listWebhooks          -       -        -        -      -         -            admins admins   +      outside   admins
createWebhook         ok      ok       ok       ok     ok        ok           admins admins   ok     outside   admins
getWebhook            hidden  hidden   hidden   hidden hidden    hidden       admins admins   ok     outside   hidden
changeWebhook         hidden  hidden   hidden   hidden hidden    hidden       admins admins   ok     outside   hidden
deleteWebhook         hidden  hidden   hidden   hidden hidden    hidden       admins admins   ok     outside   hidden
enableWebhook         hidden  hidden   hidden   hidden hidden    hidden       admins admins   ok     outside   hidden
rotateWebhook         hidden  hidden   hidden   hidden hidden    hidden       admins admins   ok     outside   hidden
testWebhook           hidden  hidden   hidden   hidden hidden    hidden       admins admins   ok     outside   hidden
listDeliveries        hidden  hidden   hidden   hidden hidden    hidden       admins admins   ok     outside   hidden
resendDelivery        hidden  hidden   hidden   hidden hidden    hidden       admins admins   ok     outside   hidden
getDailyQuestion      ok      ok       ok       ok     ok        ok           ok     ok       ok     outside   ok
voteDailyQuestion     ok      ok       ok       ok     ok        ok           ok     ok       ok     outside   ok
`

export interface Row {
  readonly name: EndpointName
  readonly expected: Readonly<Record<Caller, string>>
}

export const grid: readonly Row[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [name, ...words] = line.split(/ +/)
    if (words.length !== callers.length) throw new Error(`a row of the grid is not whole: ${line}`)
    const expected = Object.fromEntries(callers.map((caller, at) => [caller, words[at] ?? '']))
    return { name: name as EndpointName, expected: expected as Row['expected'] }
  })
