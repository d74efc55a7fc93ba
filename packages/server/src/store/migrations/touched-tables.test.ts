import { describe, expect, it } from 'vitest'
import { listTouchedTables } from './touched-tables.ts'

const step = (...statements: readonly string[]) => ({ statements })

describe('the tables that a migration locks', () => {
  it('are those that it changes, indexes, writes to, reads and refers to', () => {
    const steps = [
      step('alter table tokens add column start {text}', 'create unique index a on groups (name)'),
      step(`update accounts set plan = 'free'`, 'create index b on\n  feeds (head)'),
      step('insert into blocks (person_id)\n select id from people join memberships m on true'),
    ]
    expect(listTouchedTables(steps)).toEqual([
      'accounts',
      'blocks',
      'feeds',
      'groups',
      'memberships',
      'people',
      'tokens',
    ])
  })

  it('are not those that it makes', () => {
    const steps = [
      step('create table colours (id {key} primary key, person_id {key} references people (id)) {strict}'),
      step('create index colours_by_person on colours (person_id)'),
    ]
    expect(listTouchedTables(steps)).toEqual(['people'])
  })
})
