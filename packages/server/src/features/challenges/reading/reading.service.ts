// Shows challenges to a reader: by the snapshot that was written with the last change, so that neither their life
// nor their view is made again. Where there is no current one, by the whole row.
import { Evidence } from '@challenge-service/contract'
import fastJson from 'fast-json-stringify'
import { Type } from 'typebox'
import type { GroupId, UncheckedId } from '../../../kernel/ids.ts'
import { pageOf, type Page, type PageRequest } from '../../../kernel/page.ts'
import type { Reader } from '../../../store/store.ts'
import type { Viewer } from '../../access/actor.ts'
import { findGroup } from '../../access/groups.store.ts'
import { RawJson } from '../../route.ts'
import { isCurrent, showChallenge, showSnapshot } from '../snapshot/snapshot.view.ts'
import { listEvidence } from '../storage/additions.store.ts'
import { findVisible, wasMemberAt } from '../storage/challenge.store.ts'
import { viewEvidence } from './challenge.view.ts'
import { findSummary, type SummaryRow } from './summary.store.ts'

type Looking = Pick<Viewer, 'personId' | 'groupId'>

const toEvidenceJson = fastJson(Type.Array(Evidence))

export const showPage = async (
  reader: Reader,
  viewer: Looking,
  rows: readonly SummaryRow[],
  page: PageRequest,
  now: number,
): Promise<Page<RawJson>> => {
  const { data, next } = pageOf(
    rows,
    page,
    ({ id }) => [id],
    (row) => row,
  )
  const names = await findGroupNames(reader, data)
  const current = data.map((row) => showSummary(row, names, now))
  const shown = current.includes(undefined)
    ? await Promise.all(
        data.map(async (row, at) => current[at] ?? (await showWhole(reader, viewer, row.id, now))),
      )
    : current
  return { data: new RawJson(`[${shown.filter((text) => text !== undefined).join(',')}]`), next }
}

/** Undefined where there is nothing that they can see. */
export const showWithEvidence = async (
  reader: Reader,
  viewer: Looking,
  id: UncheckedId<'challenge'>,
  now: number,
): Promise<string | undefined> => {
  const row = await findSummary(reader, viewer, id)
  if (!row) return undefined
  const current = showSummary(row, await findGroupNames(reader, [row]), now)
  if (current !== undefined && row.evidence === 0) return addEvidenceMember(current, '[]')
  const text = current ?? (await showWhole(reader, viewer, id, now))
  const evidence = await listEvidence(reader, row.id)
  return text && addEvidenceMember(text, toEvidenceJson(evidence.map(viewEvidence)))
}

/** The JSON of a challenge with one member more. */
const addEvidenceMember = (challenge: string, evidence: string): string =>
  `${challenge.slice(0, -1)},"evidence":${evidence}}`

type GroupNames = ReadonlyMap<GroupId, string>

const noNames: GroupNames = new Map()

/** As they are now: a snapshot does not hold them. Where there is no group, nothing is asked. */
const findGroupNames = async (reader: Reader, rows: readonly SummaryRow[]): Promise<GroupNames> => {
  const ids = new Set(rows.flatMap(({ group_id }) => group_id ?? []))
  if (ids.size === 0) return noNames
  const groups = await Promise.all([...ids].map((id) => findGroup(reader, id)))
  return new Map(groups.flatMap((group) => (group ? [[group.id, group.name]] : [])))
}

/** Undefined where there is no current snapshot of this version, or its group has gone meanwhile. */
const showSummary = (row: SummaryRow, names: GroupNames, now: number): string | undefined => {
  const { snapshot: text, snapshot_version: version, role } = row
  if (text === null || version === null || !isCurrent(row.next_move_at, now)) return undefined
  const groupName = row.group_id === null ? null : names.get(row.group_id)
  if (groupName === undefined) return undefined
  if (row.is_hidden === 1 && role === 'opponent') return undefined
  const { joined_at = null, accepted_at = null, support_changes, mine = null } = row
  const maySupport = role === 'observer' && wasMemberAt(joined_at, accepted_at)
  const access = { role, maySupport, supportChanges: support_changes ?? 0, mine }
  return showSnapshot({ version, text }, access, { reference: row.reference, groupName })
}

const showWhole = async (
  reader: Reader,
  viewer: Looking,
  id: UncheckedId<'challenge'>,
  now: number,
): Promise<string | undefined> => {
  const visible = await findVisible(reader, viewer, id)
  return visible && showChallenge(visible.challenge, visible, now)
}
