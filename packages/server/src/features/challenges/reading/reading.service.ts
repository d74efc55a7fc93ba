// Shows challenges to whoever reads: by the face that was written with the last change, so that neither their life
// nor their view is made again. Where that no longer holds, by the whole row.
import { Evidence } from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import { Type } from 'typebox'
import { pageOf, type Page, type PageRequest } from '../../../kernel/page.ts'
import type { Reader } from '../../../store/store.ts'
import { RawJson } from '../../route.ts'
import { listEvidence } from '../storage/additions.store.ts'
import { findVisible, roleOf, wasMemberAt } from '../storage/challenge.store.ts'
import { viewEvidence } from './challenge.view.ts'
import { holds, readFace, showChallenge, withMember } from '../snapshot/snapshot.view.ts'
import { findGlance, type Eyes, type GlanceRow } from './summary.store.ts'

const evidenceJson = fastJson(Type.Array(Evidence))

export const showPage = async (
  reader: Reader,
  eyes: Eyes,
  rows: readonly GlanceRow[],
  page: PageRequest,
  now: number,
): Promise<Page<RawJson>> => {
  const { data, next } = pageOf(
    rows,
    page,
    ({ id }) => [id],
    (row) => row,
  )
  const drawn = data.map((row) => readDrawn(row, eyes, now))
  const shown = drawn.includes(undefined)
    ? await Promise.all(
        data.map(async (row, at) => drawn[at] ?? (await showWhole(reader, eyes, row.id, now))),
      )
    : drawn
  return { data: new RawJson(`[${shown.filter((text) => text !== undefined).join(',')}]`), next }
}

/** Undefined where there is nothing that they can see. */
export const showWithEvidence = async (
  reader: Reader,
  eyes: Eyes,
  id: string,
  now: number,
): Promise<string | undefined> => {
  const row = await findGlance(reader, eyes, id)
  if (!row) return undefined
  const drawn = readDrawn(row, eyes, now)
  if (drawn !== undefined && row.evidence === 0) return withMember(drawn, 'evidence', '[]')
  const text = drawn ?? (await showWhole(reader, eyes, id, now))
  const evidence = await listEvidence(reader, id)
  return text && withMember(text, 'evidence', evidenceJson(evidence.map(viewEvidence)))
}

/** A challenge as they see it, in JSON, by its face; undefined where that does not hold now, or is none. */
const readDrawn = (row: GlanceRow, { personId }: Eyes, now: number): string | undefined => {
  const { face, allowed } = row
  if (face === null || allowed === null || !holds(row.next_move_at, now)) return undefined
  const role = roleOf({ creatorId: row.creator_id, opponentId: row.opponent_id }, personId)
  if (row.is_hidden === 1 && role === 'opponent') return undefined
  const maySupport = role === 'observer' && wasMemberAt(row.joined_at, row.accepted_at)
  const reading = { role, maySupport, supportChanges: row.support_changes ?? 0, mine: row.mine }
  return readFace({ text: face, allowed }, reading, row.reference)
}

const showWhole = async (
  reader: Reader,
  eyes: Eyes,
  id: string,
  now: number,
): Promise<string | undefined> => {
  const seen = await findVisible(reader, eyes, id)
  return seen && showChallenge(seen.challenge, seen, now)
}
