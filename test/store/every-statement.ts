// All statements that the service has, and something for each of their parameters.
import {
  getGroupListing,
  getListing,
  listChallenges,
} from '../../packages/server/src/features/challenges/reading/listing.store.ts'
import { startService } from '../../packages/server/src/service.ts'
import { declaredStatements, type Param } from '../../packages/server/src/store/statements/statement.ts'
import type { Reader } from '../../packages/server/src/store/store.ts'
import { asId } from '../support/ids.ts'

// Loading the service loads every slice, and so declares every statement.
void startService

// The statements of a page are made when a page of their form is first asked for.
const personId = asId('person', 'person')
const nobody: Reader = { all: async () => [], first: async () => undefined }
for (const order of ['asc', 'desc'] as const) {
  const page = { order, limit: 25, after: undefined }
  const listing = getListing({ personId, groupId: null })
  for (const filter of [
    { role: undefined, statuses: undefined, reference: undefined },
    { role: undefined, statuses: ['active', 'due'] as const, reference: undefined },
    { role: 'creator' as const, statuses: undefined, reference: undefined },
    { role: undefined, statuses: undefined, reference: 'r' },
    { role: undefined, statuses: ['active'] as const, reference: 'r' },
  ]) {
    await listChallenges(nobody, listing, personId, filter, page)
  }
  const ofStatus = { role: undefined, statuses: ['active'] as const, reference: undefined }
  await listChallenges(nobody, getGroupListing(asId('group', 'group')), personId, ofStatus, page)
}

export const declaredBySlices = declaredStatements().filter(
  ({ name }) => name !== null && !/^(probe|test)\./.test(name),
)

/** Taking their parameters in the order of the text. */
export const statements = declaredBySlices.map(({ name, text }) => ({ name, text }))

/** Something for every parameter of a text. */
export const paramsFor = (text: string, param: (place: number) => Param): readonly Param[] => {
  const places = [...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place))
  return Array.from({ length: Math.max(0, ...places) }, (_, at) => param(at))
}
