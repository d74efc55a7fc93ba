import { describe, expect, it } from 'vitest'
import { readPasted } from './pasted-members.ts'

describe('a pasted line', () => {
  it.each([
    ['ben@x.example, Ben', { email: 'ben@x.example', first_name: 'Ben' }],
    ['ben@x.example, Ben, Smith', { email: 'ben@x.example', first_name: 'Ben', last_name: 'Smith' }],
    [
      'ben@x.example,Ben,van der Berg,',
      { email: 'ben@x.example', first_name: 'Ben', last_name: 'van der Berg' },
    ],
    ['  ben@x.example\tBen\tSmith', { email: 'ben@x.example', first_name: 'Ben', last_name: 'Smith' }],
    ['ben@x.example; Mary Ann', { email: 'ben@x.example', first_name: 'Mary Ann' }],
    ['Ben <ben@x.example>', { email: 'ben@x.example', first_name: 'Ben' }],
    ['Ben Smith <ben@x.example>,', { email: 'ben@x.example', first_name: 'Ben', last_name: 'Smith' }],
    [
      '"Ben van Smith" < ben@x.example >;',
      { email: 'ben@x.example', first_name: 'Ben', last_name: 'van Smith' },
    ],
    ['<ben@x.example>', { email: 'ben@x.example' }],
    ['ben@x.example', { email: 'ben@x.example' }],
    [', Ben', { first_name: 'Ben' }],
    ['عبد <a@x.example>', { email: 'a@x.example', first_name: 'عبد' }],
    // What is left of these is for the check of the API to refuse.
    ['Ben <ben@x.example> and others', { email: 'Ben <ben@x.example> and others' }],
    ['Ben <ben@x.example', { email: 'Ben <ben@x.example' }],
    ['Ben ben@x.example>', { email: 'Ben ben@x.example>' }],
  ])('%s is read', (line, members) => {
    expect(readPasted(line)).toEqual([{ line: line.trim(), members }])
  })

  it('stands by itself, whatever ends it, and empty ones are none', () => {
    const lines = readPasted('a@x.example, A\r\n\n  \r b@x.example, B\n').map(({ line }) => line)
    expect(lines).toEqual(['a@x.example, A', 'b@x.example, B'])
    expect(readPasted(' \n\t\n')).toEqual([])
  })

  it('is read in a time that grows with its length alone', () => {
    const lines = readPasted(`${'<>'.repeat(30_000)}\n${'"'.repeat(60_000)}\n${',;'.repeat(30_000)}`)
    expect(lines).toHaveLength(3)
  })
})
