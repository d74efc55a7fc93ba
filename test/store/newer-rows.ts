// A world in which a newer release has been at work: beside what everyone knows there are rows of kinds that this release
// has never heard of, as they stand in the database during a rolling upgrade and after going back by one release.
import type { EventKind } from '@challenge-service/contract'
import { advanceFeeds, insertFeedEvents } from '../../packages/server/src/features/events/feed.store.ts'
import { enrolMember } from '../../packages/server/src/features/groups/operator.service.ts'
import { newId, type FeedId, type PersonId, type SubjectId } from '../../packages/server/src/kernel/ids.ts'
import { once } from '../../packages/server/src/store/statements/statement.ts'
import type { Engine } from '../support/engine.ts'
import { asId } from '../support/ids.ts'
import { challenge, findPersonId, person, type Person } from '../support/people.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'
import { startTestService, type TestGroup, type TestService } from '../support/service.ts'
import { siteSettings } from '../site/visitor.ts'
import { loopbackAllowed } from '../support/subscriptions.ts'

export const NEW_EVENT = 'challenge.exploded'
export const NEW_MAIL = 'challenge_exploded'
/** More than a look at the outbox takes, and than a round of erasures. */
const MANY = 60

type Value = string | number | null

const write = (value: Value): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

export const insertRow = async (
  { store }: TestService,
  table: string,
  row: Readonly<Record<string, Value>>,
): Promise<void> => {
  const [columns, values] = [Object.keys(row), Object.values(row)]
  const text = `insert into ${table} (${columns.join(', ')}) values (${values.map(write).join(', ')})`
  await store.write((tx) => tx.run(once(text)))
}

export interface NewerWorld {
  readonly service: TestService
  readonly office: PostOffice
  /** An admin of the group, and on Club. */
  readonly ana: Person
  readonly ben: Person
  readonly group: TestGroup
  /** Between the two: settled in a way that nobody here knows; and running. */
  readonly settled: string
  readonly running: string
  close(): Promise<void>
}

export const openNewerWorld = async (engine: Engine): Promise<NewerWorld> => {
  const office = await openPostOffice()
  const service = await startTestService(engine, {
    ...siteSettings,
    ...loopbackAllowed,
    SMTP_URL: office.url,
  })
  const [ana, ben] = [await person(service), await person(service)]
  const group = await service.group()
  await service.store.write((tx) =>
    enrolMember(
      tx,
      group.id,
      { email: ana.email, firstName: 'Ana', role: 'admin' } as const,
      service.clock.now(),
    ),
  )
  const settled = await challenge(ana, ben)
  await ben.act(settled, 'accept')
  await ben.act(settled, 'resolve', { outcome: 'creator_won' })
  const running = await challenge(ana, ben)
  await ben.act(running, 'accept')
  await service.runDue()
  await service.store.write((tx) =>
    tx.run(
      once(`update challenges set resolution_settled_by = 'a_referee', snapshot = null, snapshot_version = null
            where id = '${settled.id}'`),
    ),
  )
  return {
    service,
    office,
    ana,
    ben,
    group,
    settled: settled.id,
    running: running.id,
    close: async () => {
      await service.stop()
      await office.close()
    },
  }
}

/** Gives the exact body. `words`: of the author, where nobody here would look for them. */
export const appendNewEvent = async (
  { store, clock }: TestService,
  feedId: FeedId,
  subjectId: SubjectId | null,
  words = 'boom',
): Promise<{ readonly id: string; readonly body: string }> => {
  const now = clock.now()
  const id = newId('event', now)
  const body = JSON.stringify({
    id,
    type: NEW_EVENT,
    created_at: new Date(now).toISOString(),
    actor: 'referee',
    challenge_id: subjectId,
    data: { explosion: { how: 'loudly', words } },
  })
  await store.write(async (tx) => {
    const { position } = (await advanceFeeds(tx, [{ feedId, count: 1, lastAt: now }]))(feedId)
    insertFeedEvents(tx, [
      {
        feedId,
        seq: position,
        id,
        type: NEW_EVENT as EventKind,
        body,
        createdAt: now,
        subjectId,
        authorId: null,
      },
    ])
    tx.signal(feedId)
  })
  return { id, body }
}

/** Mails to someone. They are due before everything else. */
export const insertMail = async (
  service: TestService,
  personId: PersonId,
  more: Readonly<Record<string, Value>> = {},
): Promise<string> => {
  const id = newId('mail', service.clock.now())
  await insertRow(service, 'mails', {
    id,
    person_id: personId,
    owner_id: personId,
    causer_id: personId,
    kind: NEW_MAIL,
    class: 'news',
    facts: '{"explosion":"loud"}',
    state: 'waiting',
    tries: 0,
    due_at: 1,
    unanswered: 0,
    created_at: service.clock.now(),
    ...more,
  })
  return id
}

export const insertManyMails = async (service: TestService, personId: PersonId): Promise<void> => {
  for (let count = 0; count < MANY; count += 1) await insertMail(service, personId)
}

/** Of people who are gone already; each stands at a step that comes after all that are known. */
export const insertErasures = async (service: TestService): Promise<void> => {
  for (let count = 0; count < MANY; count += 1) {
    const id = newId('person', service.clock.now())
    await insertRow(service, 'people', { id, email: null, created_at: service.clock.now() })
    await insertRow(service, 'erasures', {
      person_id: id,
      step: 9,
      place: '[4,"x"]',
      done: 0,
      total: 0,
      started_at: 1,
      due_at: 1,
    })
  }
}

export const personIdOf = (service: TestService, { email }: Pick<Person, 'email'>): Promise<PersonId> =>
  findPersonId(service, email)

export const subject = (challengeId: string): SubjectId => asId('challenge', challengeId)
